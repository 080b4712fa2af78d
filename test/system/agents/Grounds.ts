/** Where mistakes are made: three boards of three currencies, people of the same name, deals and leads in every state. */
import { Effect } from "effect"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Workspaces } from "../../../layers/identity/Workspaces.ts"
import type { Client } from "../../support/server/TestService.ts"
import { type Agent, restOf } from "./Agent.ts"

const stages = [
  { name: "Scouting", region: "early" },
  { name: "Pilot", region: "anchor" },
  { name: "Contract", region: "late" }
]

const people = ["Ada Park", "Ada Moss", "Ben Ito", "Ben Ito"]

export const make = Effect.fnUntraced(function* (agent: Agent, client: Client) {
  const workspaces = yield* Workspaces
  const { workspace } = client
  for (const [n, name] of people.entries()) {
    yield* workspaces
      .addMember(`person${n}.${workspace.id.slice(-8)}@test.example`, name, "member")
      .pipe(Effect.orDie, Effect.provideService(Tenant, { workspaceId: workspace.id }))
  }
  const rest = restOf(client)
  return yield* Effect.promise(async () => {
    const sales: string = client.board.id
    await rest("PATCH", `/v1/boards/${sales}`, { name: "Sales" })
    const { id: partners } = await rest("POST", "/v1/boards", { name: "Partners", currency: "EUR" })
    const [, pilot] = await rest("PUT", `/v1/boards/${partners}/stages`, { stages })
    await rest("POST", "/v1/boards", { name: "Tokyo", currency: "JPY" })
    const deal = async (boardId: string, name: string, more: object = {}): Promise<string> =>
      (await rest("POST", "/v1/deals", { boardId, name, ...more })).id
    const lead = async (more: object): Promise<string> =>
      (await rest("POST", "/v1/leads", { boardId: sales, ...more })).id
    const company = "Acme Corp"
    const grounds = {
      rest,
      sales,
      /** A stage of Partners. */
      pilot: pilot.id as string,
      licence: await deal(sales, "Annual licence", { company, amountCents: 1_250_000, labels: ["renewal"] }),
      support: await deal(sales, "Support plan", { company, amountCents: 240_000 }),
      unpriced: await deal(sales, "Trial", { amountCents: null }),
      deleted: await deal(sales, "Mistaken deal"),
      /** A deal of Partners. */
      abroad: await deal(partners, "Depot Lyon"),
      lead: await lead({ firstName: "Mia", lastName: "Chen", workEmail: "mia@globex.example" }),
      junk: await lead({ firstName: "Offer", message: "Cheap watches" })
    }
    await rest("DELETE", `/v1/deals/${grounds.deleted}`)
    await rest("PATCH", `/v1/leads/${grounds.junk}`, { triageStatus: "junk" })
    await agent.call("update_deal", { id: "Trial", name: "Trial", idempotencyKey: "of another" })
    const { nextCursor } = await agent.call("list_deals", { limit: 1 })
    return { ...grounds, cursor: nextCursor as string }
  })
})

export type Grounds = Effect.Success<ReturnType<typeof make>>

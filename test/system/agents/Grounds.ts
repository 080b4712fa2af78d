/** Where mistakes are made: three boards of three currencies, people of the same name, deals and leads in every state. */
import { Effect } from "effect"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Workspaces } from "../../../layers/identity/Workspaces.ts"
import type { Client } from "../../support/server/TestService.ts"
import type { Connect } from "./Agent.ts"
import * as Strict from "./Strict.ts"

export interface Grounds {
  readonly connect: Connect
  readonly rest: Strict.Rest
  /** Ids of the boards: dollars, euros with a stage Pilot, yen. */
  readonly sales: string
  readonly partners: string
  readonly tokyo: string
  /** Acme's licence and its other deal, both open; a deal without an amount; one that is deleted. */
  readonly licence: string
  readonly support: string
  readonly unpriced: string
  readonly deleted: string
  /** A deal of Partners. */
  readonly abroad: string
  readonly lead: string
  readonly junk: string
  /** A stage of Partners. */
  readonly pilot: string
}

const stages = [
  { name: "Scouting", region: "early" },
  { name: "Pilot", region: "anchor" },
  { name: "Contract", region: "late" }
]

export const make = Effect.fnUntraced(function* (connect: Connect, client: Client) {
  const workspaces = yield* Workspaces
  const { workspace } = client
  for (const [n, name] of ["Ada Park", "Ada Moss", "Ben Ito", "Ben Ito"].entries()) {
    yield* workspaces
      .addMember(`person${n}.${workspace.id.slice(-8)}@test.example`, name, "member")
      .pipe(Effect.orDie, Effect.provideService(Tenant, { workspaceId: workspace.id }))
  }
  const rest = Strict.of(client.send)
  return yield* Effect.promise(async (): Promise<Grounds> => {
    const sales: string = client.board.id
    await rest("PATCH", `/v1/boards/${sales}`, { name: "Sales" })
    const { id: partners } = await rest("POST", "/v1/boards", { name: "Partners", currency: "EUR" })
    const [, pilot] = await rest("PUT", `/v1/boards/${partners}/stages`, { stages })
    const { id: tokyo } = await rest("POST", "/v1/boards", { name: "Tokyo", currency: "JPY" })
    const deal = async (boardId: string, name: string, more: object = {}): Promise<string> =>
      (await rest("POST", "/v1/deals", { boardId, name, ...more })).id
    const lead = async (more: object): Promise<string> =>
      (await rest("POST", "/v1/leads", { boardId: sales, ...more })).id
    const company = "Acme Corp"
    const grounds = {
      connect,
      rest,
      sales,
      partners,
      tokyo,
      pilot: pilot.id,
      licence: await deal(sales, "Annual licence", { company, amountCents: 1_250_000, labels: ["renewal"] }),
      support: await deal(sales, "Support plan", { company, amountCents: 240_000 }),
      unpriced: await deal(sales, "Trial", { amountCents: null }),
      deleted: await deal(sales, "Mistaken deal"),
      abroad: await deal(partners, "Depot Lyon"),
      lead: await lead({ firstName: "Mia", lastName: "Chen", workEmail: "mia@globex.example" }),
      junk: await lead({ firstName: "Offer", message: "Cheap watches" })
    }
    await rest("DELETE", `/v1/deals/${grounds.deleted}`)
    await rest("PATCH", `/v1/leads/${grounds.junk}`, { triageStatus: "junk" })
    return grounds
  })
})

/** A realistic board: deals at every stage, some of them for a long time. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Client } from "../server/TestService.ts"

const samples = [
  ["Depot expansion", "Northwind Logistics", "Priya Raman", null, 0, 4, []],
  ["Route planning trial", "Velo Courier", "Sanne de Wit", 180_000, 0, 2, ["inbound", "trial"]],
  ["Self-service kiosks", "Tamarind Foods", "Arjun Mehta", 2_200_000, 1, 12, []],
  ["Returns portal", "Calder & Sons", "Ruth Calder", 540_050, 1, 9, ["inbound"]],
  ["Warehouse sensors pilot", "Halden Cold Storage", "Jonas Berg", 1_250_000, 2, 24, []],
  ["Fleet tracking rollout", "Northwind Logistics", "Priya Raman", 4_800_000, 3, 41, ["enterprise"]],
  ["Annual support plan", "Brightwater Clinics", "Elena Fuchs", 960_000, 4, 33, ["renewal"]],
  ["Inventory sync", "Oakline Furniture", "Marcus Hill", 750_000, 5, 58, []],
  ["Label printing", "Papirus Print", "Ioana Popescu", 310_000, 5, 37, []],
  ["Shop floor tablets", "Gearhart Tools", "Dale Kim", 1_900_000, 6, 62, []]
] as const

const long = "A very long name of a deal that somebody pasted from an email subject and never shortened "

/** The ids of the stages of a workspace's first board, in pipeline order. */
export const stagesOf = (client: Client) =>
  Effect.promise(async () => {
    const { body } = await client.send("GET", `/v1/boards/${client.board.id}/stages`)
    return body as ReadonlyArray<{ readonly id: string; readonly name: string; readonly region: string }>
  })

/** Adds `count` deals to a workspace's first board; after the first ten, they have long names. */
export const fill = Effect.fnUntraced(function* (client: Client, count: number = samples.length) {
  const stages = yield* stagesOf(client)
  const sql = yield* SqlClient.SqlClient
  const ids: Array<string> = []
  for (let index = 0; index < count; index++) {
    const [name, company, contact, amountCents, stage, age, labels] = samples[index % samples.length]!
    const deal = {
      boardId: client.board.id,
      name: index < samples.length ? name : `${long.repeat(2).slice(0, 190)} ${index}`,
      company: index < samples.length ? company : `${company} ${"Wholesale".repeat(50)}`,
      amountCents,
      labels,
      stageId: stages[stage]!.id,
      primaryContactName: contact,
      primaryContactEmail: `${contact.split(" ")[0]!.toLowerCase()}@customer.example`
    }
    const { body, status, text } = yield* Effect.promise(() => client.send("POST", "/v1/deals", deal))
    assert.strictEqual(status, 201, text)
    ids.push(body.id)
    yield* sql`UPDATE deals SET stage_entered_at = now() - ${age} * interval '1 day' WHERE id = ${body.id}`
  }
  return ids
})

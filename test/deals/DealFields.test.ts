/** Every field of a deal's model keeps its value on every way a deal takes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as DealFields from "../../schema/DealFields.ts"
import * as Model from "../../schema/Model.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { callHere, run as admin } from "../support/server/Admin.ts"
import { as, created, member, ok } from "../support/server/Contract.ts"
import { made } from "../support/server/ImportCommand.ts"
import * as Second from "../support/server/Second.ts"
import { TestService } from "../support/server/TestService.ts"

const written = DealFields.columns.filter(({ input }) => input !== undefined)

/** A value by the type of the column; `index` makes two of them differ. */
const valueOf = ({ sent, type }: Model.Column, index: number, people: ReadonlyArray<string>): unknown => {
  if (sent === "forecastCategory") return DealFields.ForecastCategory.literals[index]
  switch (type) {
    case "text":
      return `${sent} ${index}`
    case "text[]":
      return [`${sent} ${index}`, "both"]
    case "bigint":
      return 1_000 + index
    case "timestamptz":
      return `2030-01-0${index + 1}T03:04:05.678Z`
    case "uuid":
      return people[index]
    default:
      return assert.fail(`${sent}: this test has no value of type ${type}`)
  }
}

const inputsOf = (index: number, people: ReadonlyArray<string>) =>
  Object.fromEntries(written.map((column) => [column.sent, valueOf(column, index, people)]))

/** The values that a deal has, by the names of their inputs. */
const valuesOf = (deal: object, columns = written) =>
  Object.fromEntries(columns.map((column) => [column.sent, Model.get(column, deal)]))

const setUp = Effect.gen(function* () {
  const mine = yield* SignedIn.make()
  const api = yield* as(mine.apiKey.token)
  const second = yield* member(mine.workspace.id, "member")
  const people = [mine.user.id, second.id]
  const sent = inputsOf(0, people)
  const deal = yield* created(api.post("/v1/deals", { boardId: mine.board.id, ...sent }))
  return { ...mine, api, deal, path: `/v1/deals/${deal.id}`, people, sent }
})

layer(TestService.layer(), {
  excludeTestServices: true
})("each field of a deal", (it) => {
  it.effect("is answered as it was sent, listed, changed, logged and undone", () =>
    Effect.gen(function* () {
      const { api, deal, path, people, sent } = yield* setUp
      assert.deepStrictEqual(valuesOf(deal), sent)
      assert.deepStrictEqual(yield* ok(api.get(path)), deal)
      assert.deepStrictEqual((yield* ok(api.get("/v1/deals"))).data, [deal])
      const other = inputsOf(1, people)
      const update = yield* api.request("PATCH", path, other)
      assert.deepStrictEqual(valuesOf(update.body), other)
      const { data: activity } = yield* ok(api.get(`${path}/activity?limit=1`))
      const { ownerName: _, ...changes } = activity[0].systemEventData.changes
      const listed = DealFields.changeable.filter((field) => field !== "stage")
      assert.sameMembers(Object.keys(changes), [...listed])
      yield* ok(api.post("/v1/undo", { requestId: update.headers.get("service-request-id") }))
      assert.deepStrictEqual(valuesOf(yield* ok(api.get(path))), sent)
    })
  )

  it.effect("is in the file of the list, which an import reads", () =>
    Effect.gen(function* () {
      const { api, browser, deal, path, sent } = yield* setUp
      const file = yield* Effect.promise(() => browser.send("/deals/csv"))
      const elsewhere = yield* (yield* TestService).workspace()
      const flags = ["--workspace", elsewhere.workspace.id, "--file", made("fields.csv", file.text)]
      const { stdout } = yield* callHere(["import", "deals", ...flags, "--json"])
      assert.strictEqual(JSON.parse(stdout).created, 1, stdout)
      const { data } = yield* ok((yield* as(elsewhere.apiKey.token)).get("/v1/deals"))
      // An owner is a member of one workspace.
      const columns = written.filter(({ sent }) => sent !== "ownerId")
      assert.deepStrictEqual(valuesOf(data[0], columns), valuesOf(deal, columns))
      assert.deepStrictEqual(valuesOf(yield* ok(api.get(path))), sent)
    })
  )

  it.effect("moves with the workspace", () =>
    Effect.gen(function* () {
      const { apiKey, deal, path, workspace } = yield* setUp
      assert.deepStrictEqual(yield* Second.readMoved(workspace.id, apiKey.token, path), deal)
    }).pipe(Effect.scoped)
  )

  it.effect("names nobody who was erased", () =>
    Effect.gen(function* () {
      const { api, path, workspace } = yield* setUp
      const person = { name: "Ann Marie Lee", email: "ann.lee@person.example" }
      const naming = written.filter(({ isIdentifier, type }) => type.startsWith("text") && !isIdentifier)
      const texts = naming.map(({ sent, type }) => {
        const text = `${sent} of ${person.name}`
        return [sent, type === "text" ? text : [text]]
      })
      const contact = { primaryContactName: person.name, primaryContactEmail: person.email }
      yield* ok(api.patch(path, { ...Object.fromEntries(texts), ...contact }))
      yield* admin("person erase", { email: person.email, workspace: workspace.id, confirm: "true" })
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ row: string }>`SELECT d::text AS row FROM deals d
        WHERE workspace_id = ${workspace.id}`
      assert.lengthOf(rows, 1)
      assert.notInclude(rows[0]!.row.toLowerCase(), "ann")
      assert.include(rows[0]!.row, "[erased]")
    })
  )
})

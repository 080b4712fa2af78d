/** The short rows of lists. */
import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Deal, toRow } from "../../../../schema/Deal.ts"
import * as McpClients from "../../../support/mcp/McpClients.ts"
import { tokensOf } from "../../../../scripts/tokens.ts"
import { TestService } from "../../../support/server/TestService.ts"

const companies = [
  "Northwind Traders",
  "Acme",
  "Stadtwerke Köln",
  "Blue Harbor Foods",
  "山田製作所",
  "Riverside Logistics"
]
const things = ["annual licence", "fleet rollout", "renewal 2027", "pilot", "expansion"]

const open = Effect.gen(function* () {
  const { service, session, workspace } = yield* McpClients.inWorkspace
  const call = (name: string, args: Record<string, unknown> = {}) =>
    Effect.map(
      Effect.promise(() => session.call(name, args)),
      ({ structuredContent }) => structuredContent
    )
  const rest = (method: string, path: string, body?: unknown) =>
    Effect.map(
      Effect.promise(() => workspace.send(method, path, body)),
      (answer) => answer.body
    )
  return { call, rest, service, workspace }
})

layer(TestService.layer())("short rows", (it) => {
  it.effect("of deals take 95 tokens at most, of leads 75", () =>
    Effect.gen(function* () {
      const { call, rest, workspace } = yield* open
      yield* rest("POST", "/v1/boards", { name: "Partners" })
      for (let n = 0; n < 30; n++) {
        const company = companies[n % companies.length]!
        yield* rest("POST", "/v1/deals", {
          boardId: workspace.board.id,
          name: `${company} ${things[n % things.length]}`,
          company,
          amountCents: 1_234_567 * (n + 1)
        })
        yield* rest("POST", "/v1/leads", { firstName: "Maya", lastName: "Thompson", companyName: company })
      }
      const sql = yield* SqlClient.SqlClient
      const before = new Date((yield* Clock.currentTimeMillis) - 3 * 86_400_000).toISOString()
      yield* sql`UPDATE deals SET created_at = ${before}
        WHERE workspace_id = ${workspace.workspace.id} AND amount_cents % 2 = 0`
      const deals = (yield* call("list_deals", { limit: 30 })).data
      const leads = (yield* call("list_leads", { limit: 30 })).data
      assert.deepStrictEqual([deals.length, leads.length], [30, 30])
      // Ids are random, and cost from 20 to 26 tokens each: these are the same in every run.
      const withFixedId = (row: { id: string }, index: number) => {
        const digits = createHash("sha256").update(String(index)).digest("hex")
        return {
          ...row,
          id: `019aa4c1-3f2b-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`
        }
      }
      const mean = (rows: ReadonlyArray<{ id: string }>) => tokensOf(rows.map(withFixedId)) / rows.length
      assert.isAtMost(mean(deals), 95, JSON.stringify(deals[0]))
      assert.isAtMost(mean(leads), 75, JSON.stringify(leads[0]))
    })
  )

  it.effect("name the board if there are several, and the owner by email if two have the name", () =>
    Effect.gen(function* () {
      const { call, rest, service, workspace } = yield* open
      const { id: boardId, name } = yield* rest("GET", `/v1/boards/${workspace.board.id}`)
      const row = Effect.map(call("list_deals", { limit: 1 }), ({ data }) => data[0])
      yield* rest("POST", "/v1/deals", { boardId, name: "One" })
      assert.deepInclude(yield* row, { owner: "Owner", stage: "New" })
      assert.notProperty(yield* row, "board")

      const { id: partners } = yield* rest("POST", "/v1/boards", { name: "Partners" })
      assert.strictEqual((yield* row).board, name)
      yield* rest("PATCH", `/v1/boards/${partners}`, { name: name.toUpperCase() })
      assert.strictEqual((yield* row).board, boardId)

      const members = [
        yield* service.member(workspace.workspace.id, "member"),
        yield* service.member(workspace.workspace.id, "member")
      ]
      for (const member of members) {
        const { email } = (yield* Effect.promise(() => member.send("GET", "/v1/me"))).body.user
        yield* rest("POST", "/v1/deals", { boardId, name: "Theirs", ownerId: member.id })
        assert.strictEqual((yield* row).owner, email)
      }
    })
  )

  it.effect("name the days of the workspace's zone, and a next step's own day", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { member, url, workspace } = yield* TestService
      const { board, workspace: own } = yield* workspace()
      const { id } = own
      yield* sql`UPDATE workspaces SET time_zone = 'Asia/Tokyo' WHERE id = ${id}`
      // A credential that was not used before: nothing told this process of the change.
      const { send, token } = yield* member(id, "admin")
      const session = yield* McpClients.open(url, token)
      const call = (name: string, args: Record<string, unknown>) =>
        Effect.map(
          Effect.promise(() => session.call(name, args)),
          ({ structuredContent }) => structuredContent
        )
      const rest = (method: string, path: string, body: object) =>
        Effect.promise(() => send(method, path, body))
      const boardId = board.id
      yield* rest("POST", "/v1/deals", { boardId, name: "Timed", nextStepAt: "2030-12-31T20:00:00Z" })
      yield* rest("POST", "/v1/deals", { boardId, name: "Dated", nextStepAt: "2030-12-31" })
      yield* rest("POST", "/v1/leads", { firstName: "Mia" })
      for (const table of ["deals", "leads"])
        yield* sql`UPDATE ${sql(table)} SET created_at = '2026-04-30T20:00:00Z' WHERE workspace_id = ${id}`
      const { data } = yield* call("list_deals", {})
      assert.deepStrictEqual(
        data.map(({ createdAt, name, nextStepAt }: any) => [name, createdAt, nextStepAt]).toSorted(),
        [
          ["Dated", "2026-05-01", "2030-12-31"],
          ["Timed", "2026-05-01", "2031-01-01"]
        ]
      )
      const leads = yield* call("list_leads", {})
      assert.deepStrictEqual(
        leads.data.map(({ createdAt }: any) => createdAt),
        ["2026-05-01"]
      )
    })
  )

  it("tell that a deal is won or dead if its stage has another name", () => {
    const [deal] = Schema.resolveAnnotations(Deal)!["examples"] as ReadonlyArray<Deal>
    const regionIn = (name: string, region: Deal["stage"]["region"]) =>
      toRow(
        { ...deal!, stage: { ...deal!.stage, name, region } },
        { owner: null, board: null, source: null, fields: [], dayOf: String }
      ).region
    assert.strictEqual(regionIn("Signed", "won"), "won")
    assert.isUndefined(regionIn("Won", "won"))
    assert.strictEqual(regionIn("Lost", "dead"), "dead")
    assert.isUndefined(regionIn("Proposal", "anchor"))
  })
})

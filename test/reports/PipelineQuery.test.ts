import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contract, created, ok, refused, workspace } from "../support/server/Contract.ts"

const furnishedIn = Effect.fnUntraced(function* (zone: string | null) {
  const api = yield* workspace()
  const sql = yield* SqlClient.SqlClient
  // Before the first request, because the service keeps what it knows of a caller for a second.
  yield* sql`UPDATE workspaces SET time_zone = ${zone} WHERE id = ${api.workspace.id}`
  const stages: ReadonlyArray<any> = yield* ok(api.get(`/v1/boards/${api.board.id}/stages`))
  const create = (name: string, fields: object = {}) =>
    created(api.post("/v1/deals", { boardId: api.board.id, name, amountCents: 100, ...fields }))
  const move = (id: string, place: number) =>
    ok(api.post(`/v1/deals/${id}/move`, { toStageId: stages[place].id }))
  const set = (id: string, column: string, time: string) =>
    sql`UPDATE deals SET ${sql(column)} = ${time} WHERE workspace_id = ${api.workspace.id} AND id = ${id}`
  const ask = (query: string) => ok(api.get(`/v1/reports/query?${query}`))
  /** The groups as "label value/count", in order. */
  const groups = (query: string) =>
    Effect.map(ask(query), ({ groups }) =>
      groups.map(({ count, label, value }: any) => `${label} ${value}/${count}`)
    )
  return { ...api, ask, create, groups, move, set, sql, stages }
})

const furnished = furnishedIn(null)

contract(
  "a query of the pipeline",
  (it) => {
    it.effect("counts, adds up and averages the deals that a list finds, in groups", () =>
      Effect.gen(function* () {
        const { ask, board, create, groups, move, post, stages } = yield* furnished
        yield* create("a", { amountCents: 1_000, labels: ["x", "y"], company: "Acme" })
        yield* create("b", { amountCents: 501, labels: ["x"], stageId: stages[1].id })
        yield* create("c", { amountCents: null, company: "Acme" })
        const won = yield* create("won", { amountCents: 9_000 })
        yield* move(won.id, 5)
        const euros = yield* created(post("/v1/boards", { name: "Euro", currency: "EUR" }))
        yield* create("e", { boardId: euros.id, amountCents: 700 })
        const here = `boardId=${board.id}&measure`
        for (const [query, expected] of [
          ["measure=count", ["All 4/4"]],
          ["measure=count&status=all&groupBy=region", ["early 4/4", "won 1/1"]],
          [`${here}=count&groupBy=stage`, [`${stages[0].name} 2/2`, `${stages[1].name} 1/1`]],
          [`${here}=count&groupBy=label`, ["x 2/2", "y 1/1", "None 1/1"]],
          [`${here}=count&groupBy=company&label=x`, ["Acme 1/1", "None 1/1"]],
          [
            `${here}=sum&groupBy=label,company`,
            ["x, Acme 1000/1", "y, Acme 1000/1", "x, None 501/1", "None, Acme 0/1"]
          ],
          [`${here}=average`, ["All 751/2"]],
          ["measure=sum&groupBy=board", [`Sales 1501/3`, "Euro 700/1"]],
          ["measure=sum&groupBy=board&groupBy=region&status=won", [`Sales, won 9000/1`]],
          ["measure=sum&q=nothing", []]
        ] as const)
          assert.deepStrictEqual(yield* groups(query), [...expected], query)
        const all = yield* ask("measure=sum")
        assert.deepStrictEqual(
          all.groups.map(({ currency, key, value }: any) => [currency, key, value]),
          [
            ["USD", null, 1501],
            ["EUR", null, 700]
          ]
        )
        assert.notProperty(all, "currency")
        const two = yield* ask(`${here}=sum&groupBy=company,stage&q=c`)
        assert.deepInclude(two, { measure: "sum", groupBy: ["company", "stage"], currency: "USD" })
        assert.strictEqual(two.groups[0].key, `Acme,${stages[0].id}`)
      })
    )

    it.effect("goes by the date that fits the measure, in the months of the workspace's zone", () =>
      Effect.gen(function* () {
        const { create, groups, move, set } = yield* furnishedIn("Europe/Berlin")
        const deal = (name: string, place: number, closed: string) =>
          Effect.gen(function* () {
            const { id } = yield* create(name)
            yield* set(id, "created_at", "2026-03-01T12:00:00Z")
            yield* move(id, place)
            yield* set(id, place === 5 ? "won_at" : "dead_at", closed)
          })
        yield* deal("a", 5, "2026-03-31T22:30:00Z")
        yield* deal("b", 6, "2026-04-10T12:00:00Z")
        yield* deal("c", 5, "2026-03-11T12:00:00Z")
        const open = yield* create("open")
        yield* set(open.id, "created_at", "2025-12-31T23:00:00Z")
        yield* set(open.id, "stage_entered_at", new Date(Date.now() - 36 * 3_600_000).toISOString())
        for (const [query, expected] of [
          ["measure=win_rate", ["All 0.6667/3"]],
          ["measure=win_rate&groupBy=month", ["2026-03 1/1", "2026-04 0.5/2"]],
          ["measure=win_rate&closedAfter=2026-04-01&groupBy=quarter", ["2026-Q2 0.5/2"]],
          ["measure=win_rate&groupBy=owner&closedAfter=2027-01-01", []],
          ["measure=days_to_close", ["All 20.2/2"]],
          ["measure=count&status=all&groupBy=month", ["2026-01 1/1", "2026-03 3/3"]],
          ["measure=count&status=won&groupBy=month", ["2026-03 1/1", "2026-04 1/1"]],
          ["measure=days_in_stage", ["All 1.5/1"]],
          ["measure=count&enteredBefore=2026-05-01", ["All 0/0"]]
        ] as const)
          assert.deepStrictEqual(yield* groups(query), [...expected], query)
      })
    )

    it.effect(
      "tells the share of the deals in a stage that reached a later one, and the source of deals",
      () =>
        Effect.gen(function* () {
          const { board, create, groups, move, post, sql, stages, workspace } = yield* furnished
          const [a, b, c] = [
            yield* create("a"),
            yield* create("b"),
            yield* create("c", { stageId: stages[1].id })
          ]
          yield* move(a.id, 1)
          yield* move(a.id, 5)
          yield* move(b.id, 6)
          yield* move(c.id, 0)
          const lead = (fields: object) =>
            Effect.flatMap(
              created(post("/v1/leads", { boardId: board.id, lastName: "Roe", ...fields })),
              ({ id }) => created(post(`/v1/leads/${id}/promote`, {}))
            )
          assert.deepStrictEqual(yield* groups("measure=conversion&groupBy=stage"), [
            `${stages[1].name} 0.5/2`,
            `${stages[0].name} 0.3333/3`
          ])
          const past = "2026-01-15T12:00:00Z"
          yield* sql`UPDATE notes SET created_at = ${past} WHERE workspace_id = ${workspace.id} AND deal_id = ${c.id}
        AND system_event_type = 'deal_created'`
          const old = "measure=conversion&enteredBefore=2026-02-01&groupBy=month,region"
          assert.deepStrictEqual(yield* groups(old), ["2026-01, early 0/1"])
          yield* lead({ utmSource: "newsletter" })
          yield* lead({})
          assert.sameMembers(yield* groups("measure=count&groupBy=source"), [
            "None 1/1",
            "newsletter 1/1",
            "form 1/1"
          ])
        })
    )

    it.effect("returns at most a hundred groups, and refuses what means nothing", () =>
      Effect.gen(function* () {
        const { ask, create, get } = yield* furnished
        for (let index = 0; index < 3; index++)
          yield* create("a", { labels: Array.from({ length: 40 }, (_, label) => `${index}-${label}`) })
        const { groups, truncated } = yield* ask("measure=count&groupBy=label")
        assert.deepStrictEqual([groups.length, truncated], [100, true])
        for (const query of [
          "",
          "measure=median",
          "measure=count&groupBy=colour",
          "measure=count&groupBy=owner,stage,month",
          "measure=win_rate&status=open",
          "measure=count&createdAfter=2026-02-01&createdBefore=2026-01-01"
        ])
          yield* refused(get(`/v1/reports/query?${query}`), 400, "invalid_query")
      })
    )
  },
  { PROMOTION_ENABLED: "true" }
)

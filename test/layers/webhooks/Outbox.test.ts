import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Transaction } from "../../../layers/database/Transaction.ts"
import type { Deal } from "../../../schema/Deal.ts"
import { type Client, TestService } from "../../support/server/TestService.ts"

const created = (deal: Deal) => ({ type: "deal.created", deal, by: "user:1", at: deal.createdAt }) as const

const dealOf = ({ board, send }: Client) =>
  Effect.promise(
    async (): Promise<Deal> => (await send("POST", "/v1/deals", { boardId: board.id, name: "D" })).body
  )

const subscribe = ({ board, send }: Client, changes: object = {}) =>
  Effect.promise(() =>
    send("POST", "/v1/webhooks", {
      boardId: board.id,
      url: "https://hooks.example.com/",
      events: ["deal.created"],
      ...changes
    })
  )

const within = ({ workspace }: Client) => Effect.provideService(Tenant, { workspaceId: workspace.id })

const written = ({ workspace }: Client) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql`SELECT event, body FROM deliveries WHERE workspace_id = ${workspace.id}`
  })

/** The outbox on a connection that counts the statements made through it. */
const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let count = 0
  const counting = new Proxy(sql, {
    apply: (target, self, args) => {
      // A part of a statement is none.
      if (/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/u.test(args[0]?.[0])) count += 1
      return Reflect.apply(target as never, self, args)
    }
  })
  const outbox = yield* Effect.provide(
    Outbox,
    Layer.fresh(Outbox.layer).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, counting)))
  )
  return { outbox, statements: () => count }
})

layer(TestService.layer())("Outbox", (it) => {
  it.effect("keeps no event of a change that is rolled back", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const deal = yield* dealOf(client)
      yield* subscribe(client)
      const outbox = yield* Outbox
      const transaction = yield* Transaction
      const append = within(client)(outbox.append([created(deal)]))
      yield* Effect.flip(transaction.run(Effect.andThen(append, Effect.fail("no"))))
      assert.deepStrictEqual(yield* written(client), [])
      yield* transaction.run(append)
      assert.strictEqual((yield* written(client)).length, 1)
    })
  )

  it.effect("makes one statement, a read, if no one has subscribed to the board", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const deal = yield* dealOf(client)
      const { outbox, statements } = yield* counted
      yield* within(client)(outbox.append([created(deal)]))
      assert.strictEqual(statements(), 1)
      assert.deepStrictEqual(yield* written(client), [])
    })
  )

  it.effect("writes once for each active subscription that wants the event, with a fixed body", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const made = yield* Effect.all([
        subscribe(client),
        subscribe(client, { url: "https://hooks.slack.com/services/T0" }),
        subscribe(client, { events: ["deal.won"] }),
        subscribe(client)
      ])
      const off = `/v1/webhooks/${made[3].body.id}`
      yield* Effect.promise(() => client.send("PATCH", off, { active: false }))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE webhooks SET paused_until = '9999-01-01'`
      const deal = yield* dealOf(client)
      const rows = yield* written(client)
      assert.deepStrictEqual(
        rows.map(({ event }) => event),
        ["deal.created", "deal.created"]
      )
      const bodies = rows.map(({ body }) => JSON.parse(body as string))
      assert.deepStrictEqual(bodies.find((body) => body.event === "deal.created").deal, deal)
      assert.isDefined(bodies.find((body) => body.blocks !== undefined))
      yield* Effect.promise(() => client.send("PATCH", `/v1/deals/${deal.id}`, { name: "Changed" }))
      assert.deepStrictEqual(yield* written(client), rows)
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { insistent } from "../support/server/Insistent.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

/** The number of writes and the seed; a failure names its seed. */
const operations = Number(process.env["TOTALS_OPERATIONS"] ?? 800)
const seed = Number(process.env["TOTALS_SEED"] ?? Math.floor(Math.random() * 2 ** 31))
const clients = 8

type Draw = (below: number) => number

/** Mulberry32: the same numbers for the same seed. */
const drawer = (start: number): Draw => {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Board {
  readonly id: string
  stages: Array<{ readonly id: string; readonly name: string; readonly region: string }>
}

/** State shared by the clients. */
interface World {
  readonly client: Client
  readonly boards: ReadonlyArray<Board>
  readonly deals: Array<{ readonly id: string; readonly board: Board }>
  readonly purge: () => Promise<void>
}

const pick = <A>(draw: Draw, list: ReadonlyArray<A>): A | undefined =>
  list.length === 0 ? undefined : list[draw(list.length)]

const amount = (draw: Draw) =>
  draw(8) === 0 ? null : draw(20) === 0 ? Number.MAX_SAFE_INTEGER : draw(1_000_000)

/** Deletes an editable stage and adds another, as far as the regions allow. */
const editStages = async ({ client }: World, board: Board, draw: Draw) => {
  const path = `/v1/boards/${board.id}/stages`
  const { body } = await client.send("GET", path)
  const open = (body as Board["stages"]).filter(({ region }) => !["won", "dead"].includes(region))
  const [dropped, other] = [pick(draw, open)!, pick(draw, open)!]
  const fresh = { name: `S${draw(1000)}`, region: dropped.region, probability: draw(101) }
  const kept = open.filter(({ id }) => id !== dropped.id)
  const stages = [...kept, fresh].map((stage) => ({
    ...("id" in stage ? { id: stage.id } : {}),
    name: stage.name,
    region: stage.region,
    probability: draw(101)
  }))
  const moveDealsTo = dropped.id === other.id ? {} : { [dropped.id]: other.id }
  const answer = await client.send("PUT", path, { stages, moveDealsTo })
  board.stages = (await client.send("GET", path)).body
  return answer
}

/** A lead that becomes a deal. */
const promote = async ({ client, deals }: World, board: Board) => {
  const lead = await client.send("POST", "/v1/leads", { boardId: board.id, firstName: "Mia" })
  const answer = await client.send("POST", `/v1/leads/${lead.body.id}/promote`)
  if (answer.status === 201) deals.push({ id: answer.body.dealId, board })
  return answer
}

const create = async ({ client, deals }: World, board: Board, draw: Draw) => {
  const answer = await client.send("POST", "/v1/deals", {
    boardId: board.id,
    name: "D",
    stageId: pick(draw, board.stages)!.id,
    amountCents: amount(draw)
  })
  if (answer.status === 201) deals.push({ id: answer.body.id, board })
  return answer
}

const currencies = ["USD", "JPY", "EUR"]

/** Existing deals keep their currency. */
const changeCurrency = ({ client }: World, board: Board, draw: Draw) =>
  client.send("PATCH", `/v1/boards/${board.id}`, { currency: pick(draw, currencies) })

/** One random write. */
const step = async (world: World, draw: Draw) => {
  const { client, deals } = world
  const board = pick(draw, world.boards)!
  const roll = draw(100)
  if (roll < 1) return editStages(world, board, draw)
  if (roll < 3) return promote(world, board)
  if (roll < 4) return world.purge()
  if (roll < 7) return changeCurrency(world, board, draw)
  const deal = pick(draw, deals)
  if (roll < 40 || deal === undefined) return create(world, board, draw)
  const path = `/v1/deals/${deal.id}`
  const stageId = pick(draw, deal.board.stages)!.id
  if (roll < 55) return client.send("PATCH", path, { amountCents: amount(draw) })
  if (roll < 65) return client.send("PATCH", path, { stageId, amountCents: amount(draw) })
  if (roll < 92) return client.send("POST", `${path}/move`, { toStageId: stageId })
  return roll < 97 ? client.send("DELETE", path) : client.send("POST", `${path}/restore`)
}

/** Refusals that concurrent clients may cause: purged deals, stages deleted under a move. */
const expected = [200, 201, 400, 404, 409]

const run = (world: World) =>
  Effect.promise(() =>
    Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const draw = drawer(seed + index)
        for (let count = 0; count < operations / clients; count++) {
          const answer = await step(world, draw)
          if (answer === undefined) continue
          assert.include(expected, answer.status, `seed ${seed}: ${answer.text}`)
        }
      })
    )
  )

/** Reads every deal, page by page. */
const allDeals = async (client: Client) => {
  const deals: Array<any> = []
  for (let cursor = ""; ;) {
    const { body } = await client.send("GET", `/v1/deals?status=all&limit=100${cursor}`)
    deals.push(...body.data)
    if (!body.hasMore) return deals
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

const sum = (deals: ReadonlyArray<any>) =>
  deals.reduce((sum, deal) => sum + BigInt(deal.amountCents ?? 0), 0n)

/** The sums of some deals, as in a report of a board in this currency. */
const summed = (deals: ReadonlyArray<any>, own: string) => {
  const of = Map.groupBy(deals, ({ currency }) => currency as string)
  const others = [...of.keys()].filter((currency) => currency !== own).sort()
  const apart = others.map(
    (currency) =>
      `{"currency":"${currency}","count":${of.get(currency)!.length},"cents":${sum(of.get(currency)!)}}`
  )
  return [
    `"deal_count":${deals.length},"raw_cents":${sum(of.get(own) ?? [])},`,
    apart.length === 0 ? "" : `"other_currencies":[${apart.join()}]`
  ]
}

const setUp = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const sql = yield* SqlClient.SqlClient
  const boards = yield* Effect.promise(async () => {
    const second = await client.send("POST", "/v1/boards", { name: "Second" })
    const ids = [client.board.id, second.body.id as string]
    return Promise.all(
      ids.map(async (id) => ({
        id,
        stages: (await client.send("GET", `/v1/boards/${id}/stages`)).body as Board["stages"]
      }))
    )
  })
  // A concurrent write to a deal makes it fail; the next attempt includes that deal.
  const purge = () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const doomed = sql`SELECT id FROM deals
          WHERE workspace_id = ${client.workspace.id} AND deleted_at IS NOT NULL`
        yield* sql`DELETE FROM notes WHERE workspace_id = ${client.workspace.id} AND deal_id IN (${doomed})`
        yield* sql`DELETE FROM deals WHERE workspace_id = ${client.workspace.id} AND deleted_at IS NOT NULL`
      }).pipe(sql.withTransaction, Effect.ignore)
    )
  return { client: insistent(client), boards, deals: [], purge } satisfies World as World
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }), { excludeTestServices: true })(
  "kept totals",
  (it) => {
    it.effect(
      `match a full recount, to the cent, after ${operations} writes by ${clients} concurrent clients`,
      () =>
        Effect.gen(function* () {
          const world = yield* setUp
          const { client } = world
          yield* run(world)
          const tenant = { workspaceId: client.workspace.id }
          const audit = (yield* TotalsAudit).differences.pipe(Effect.provideService(Tenant, tenant))
          assert.deepStrictEqual(yield* audit, [], `seed ${seed}`)
          yield* Effect.promise(async () => {
            const deals = await allDeals(client)
            assert.isAbove(deals.length, operations / 10)
            const summary = await client.send("GET", "/v1/reports/summary")
            for (const board of summary.body.boards) {
              for (const stage of board.stages) {
                const counted = summed(
                  deals.filter((deal) => deal.stage.id === stage.stage_id),
                  board.currency
                )
                const at = summary.text.indexOf(`"stage_id":"${stage.stage_id}"`)
                const shown = summary.text.slice(at, summary.text.indexOf('"stalled_deal_count"', at))
                for (const part of counted) assert.include(shown, part, `seed ${seed}`)
                assert.strictEqual("other_currencies" in stage, counted[1] !== "", `seed ${seed}`)
              }
              const won = deals.filter(
                ({ boardId, stage }) => boardId === board.board_id && stage.region === "won"
              )
              const dated = won.filter(({ wonAt }) => wonAt !== null)
              assert.strictEqual(board.won_this_month.deal_count, dated.length, `seed ${seed}`)
              const stage = board.stages.find(({ region }: any) => region === "won")
              assert.strictEqual(stage.undated_deal_count ?? 0, won.length - dated.length, `seed ${seed}`)
            }
          })
        }),
      600_000
    )

    it.effect("are detected when they are wrong, and corrected", () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        const sql = yield* SqlClient.SqlClient
        const audit = yield* TotalsAudit
        const within = Effect.provideService(Tenant, { workspaceId: client.workspace.id })
        yield* Effect.promise(() =>
          client.send("POST", "/v1/deals", { boardId: client.board.id, name: "D", amountCents: 500 })
        )
        yield* sql`DELETE FROM deal_totals WHERE workspace_id = ${client.workspace.id} AND key LIKE 'week:%'`
        yield* sql`UPDATE deal_totals SET cents = cents + 7, deals = deals + 1
        WHERE workspace_id = ${client.workspace.id} AND key LIKE 'stage:%'`
        const wrong = yield* within(audit.differences)
        assert.deepStrictEqual(
          wrong.map(({ cents, deals }) => [deals, cents]),
          [
            [-1, "-7"],
            [1, "500"]
          ]
        )
        assert.deepStrictEqual(yield* within(audit.repair), wrong)
        assert.deepStrictEqual(yield* within(audit.differences), [])
      })
    )
  }
)

/** docs/examples/warehouse-sync, run as its README says. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Example from "../support/examples/Example.ts"
import { makeFront } from "../support/examples/Front.ts"
import { type Client, TestService } from "../support/server/TestService.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const sync = "docs/examples/warehouse-sync/sync.ts"

const query = (file: string, statement: string): ReadonlyArray<any> => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(statement).all()
  } finally {
    db.close()
  }
}

/** What the service has, as the warehouse should have it. */
const expected = async ({ send }: Client) => {
  const all = async (path: string) => {
    const rows = []
    for (let cursor = ""; ;) {
      const { body } = await send("GET", `${path}&limit=100${cursor}`)
      rows.push(...body.data)
      if (!body.hasMore) return rows
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
    }
  }
  const deals = (await all("/v1/deals?status=all")).map(({ amountCents, id, name, stage }) => [
    id,
    name,
    amountCents,
    stage.name
  ])
  const leads = (await all("/v1/leads?")).map(({ contact, enrichment, id, triageStatus }) => [
    id,
    contact.companyName,
    triageStatus,
    enrichment.score ?? null
  ])
  return { deals: deals.sort(), leads: leads.sort() }
}

const kept = (file: string) => {
  const rows = (statement: string) =>
    query(file, statement)
      .map((row) => Object.values(row))
      .sort()
  return {
    deals: rows("SELECT id, name, amount_cents, stage FROM deals"),
    leads: rows("SELECT id, company, status, score FROM leads")
  }
}

const begun = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const file = join(yield* temporaryDirectory, "warehouse.db")
  const write = async (method: string, path: string, body?: object) => {
    const answer = await client.send(method, path, body)
    assert.isBelow(answer.status, 300, answer.text)
    return answer.body
  }
  const deal = (name: string) =>
    write("POST", "/v1/deals", { boardId: client.board.id, name, amountCents: 500 })
  const lead = (companyName: string) => write("POST", "/v1/leads", { companyName })
  const env = Example.environment(service.url, client.apiKey.token)
  return {
    client,
    deal,
    env,
    file,
    lead,
    url: service.url,
    write,
    run: (more = env) => Example.run([sync, file], more)
  }
})

layer(TestService.layer(), { excludeTestServices: true, timeout: "2 minutes" })("the warehouse", (it) => {
  it.effect("is filled by the command of the README", () =>
    Effect.gen(function* () {
      const { client, deal, env, file } = yield* begun
      yield* Effect.promise(async () => {
        await deal("First")
        const own = { "svc_live_…": env["SALES_PIPELINE_API_KEY"]!, "warehouse.db": file }
        const readme = "docs/examples/warehouse-sync/README.md"
        const { code, stderr } = await Example.follow(readme, "test/examples/Warehouse.test.ts", env, own)
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.deepStrictEqual(kept(file), await expected(client))
      })
    })
  )

  it.effect("follows what is created, changed, moved, deleted and restored", () =>
    Effect.gen(function* () {
      const { client, deal, file, lead, run, write } = yield* begun
      yield* Effect.promise(async () => {
        const [first, second] = [await deal("First"), await deal("Second")]
        const { id } = await lead("Acme")
        const initial = await run()
        assert.deepStrictEqual([initial.code, initial.stderr], [0, ""])
        assert.deepStrictEqual(kept(file), await expected(client))
        const stages = (await client.send("GET", `/v1/boards/${client.board.id}/stages`)).body
        const won = stages.find((stage: any) => stage.region === "won")
        await write("POST", `/v1/deals/${first.id}/move`, { toStageId: won.id })
        await write("PATCH", `/v1/leads/${id}`, { triageStatus: "contacted", enrichment: { score: 80 } })
        await client.send("DELETE", `/v1/deals/${second.id}`)
        const gone = await lead("Gone")
        const deleted = await client.send("DELETE", `/v1/leads/${gone.id}`)
        assert.match((await run()).stdout, /^\d+ changes/u)
        assert.deepStrictEqual(kept(file), await expected(client))
        assert.lengthOf(kept(file).deals, 1)
        await write("POST", "/v1/undo", { requestId: deleted.headers.get("service-request-id") })
        await run()
        assert.deepStrictEqual(kept(file), await expected(client))
        assert.lengthOf(kept(file).leads, 2)
        assert.strictEqual(
          (await run()).stdout,
          `0 changes; ${file} is up to date, with 1 deals and 2 leads.\n`
        )
        const types = query(file, "SELECT type FROM changes").map(({ type }) => type)
        assert.includeMembers(types, ["deal.won", "deal.deleted", "lead.enriched", "lead.deleted"])
      })
    })
  )

  it.effect(
    "is complete after it was killed at any of its requests",
    () =>
      Effect.gen(function* () {
        const { client, deal, env, file, lead, run, url, write } = yield* begun
        yield* Effect.promise(async () => {
          for (let count = 0; count < 105; count++) await deal(`Deal ${count}`)
          for (let count = 0; count < 3; count++) await lead(`Lead ${count}`)
        })
        let last = 0
        let kill = () => {}
        const front = yield* makeFront(url, (count) => {
          if (count >= last) kill()
          return undefined
        })
        const cut = { ...env, SALES_PIPELINE_URL: front.url }
        let count = 0
        // Each run is killed at its next request but `step`; every second one after the service has changed.
        for (const step of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
          last = count + step
          const running = yield* Example.start([sync, file], cut)
          const killed = new Promise<void>((done) => {
            kill = () => {
              running.kill("SIGKILL")
              done()
            }
          })
          yield* Effect.promise(async () => {
            await Promise.race([killed, running.exit])
            await running.exit
            count = last
            const { data } = (await client.send("GET", "/v1/deals?limit=2")).body
            await client.send("DELETE", `/v1/deals/${data[0].id}`)
            await write("PATCH", `/v1/deals/${data[1].id}`, { name: `Renamed ${step}` })
          })
        }
        const { code, stderr } = yield* Effect.promise(() => run())
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.deepStrictEqual(kept(file), yield* Effect.promise(() => expected(client)))
        assert.lengthOf(kept(file).deals, 96)
      }),
    180_000
  )

  it.effect("reads everything anew when the cursor is too old", () =>
    Effect.gen(function* () {
      const { client, deal, file, run } = yield* begun
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* Effect.promise(async () => {
        const made = await deal("Gone")
        await deal("Stays")
        await run()
        await client.send("DELETE", `/v1/deals/${made.id}`)
        await deal("New")
        // Who reads the feed gives new changes their place in it.
        await client.send("GET", "/v1/events")
        return made
      })
      // As the job does after 30 days.
      yield* sql`UPDATE change_heads SET purged = last WHERE workspace_id = ${client.workspace.id}`
      yield* sql`DELETE FROM changes WHERE workspace_id = ${client.workspace.id}`
      yield* Effect.promise(async () => {
        const { code, stderr } = await run()
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.deepStrictEqual(kept(file), await expected(client))
        assert.notInclude(JSON.stringify(kept(file)), id)
      })
    })
  )

  it.effect("waits for a service that is away for a moment, and says what else is wrong", () =>
    Effect.gen(function* () {
      const { client, deal, env, file, run, url } = yield* begun
      const front = yield* makeFront(url, (count) => (count <= 2 ? "turn away" : undefined))
      const other = yield* (yield* TestService).workspace()
      const closed = yield* Effect.scoped(makeFront(url, () => undefined))
      const waiting = yield* Example.start([sync, file], { ...env, SALES_PIPELINE_URL: closed.url })
      yield* Effect.promise(() => waiting.says(`${closed.url} does not answer`))
      waiting.kill("SIGKILL")
      yield* Effect.promise(async () => {
        await deal("First")
        assert.strictEqual((await run({ ...env, SALES_PIPELINE_URL: front.url })).code, 0)
        assert.deepStrictEqual(kept(file), await expected(client))
        const wrong = await run({ ...env, SALES_PIPELINE_API_KEY: `svc_live_${"x".repeat(43)}` })
        assert.deepStrictEqual([wrong.code, wrong.stderr.split("\n").length], [1, 2])
        const elsewhere = await run({ ...env, SALES_PIPELINE_API_KEY: other.apiKey.token })
        assert.strictEqual(elsewhere.code, 1)
        assert.include(elsewhere.stderr, "another workspace")
        assert.deepStrictEqual(kept(file), await expected(client))
      })
    })
  )
})

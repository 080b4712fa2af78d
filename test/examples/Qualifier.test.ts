/** docs/examples/qualifier-agent, run as its README says. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Example from "../support/examples/Example.ts"
import { type Client, TestService } from "../support/server/TestService.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const agent = "docs/examples/qualifier-agent/qualifier.ts"

const post = async ({ send }: Client, lead: object) => {
  const { body, status } = await send("POST", "/v1/leads", lead)
  assert.strictEqual(status, 201, JSON.stringify(body))
  return body.id as string
}

const read = async ({ send }: Client, id: string) => (await send("GET", `/v1/leads/${id}`)).body

const statuses = (lead: any) => lead.enrichment.history.map((entry: any) => entry.payload.status)

/** A research function of one's own, as a file. */
const research = Effect.fnUntraced(function* (body: string) {
  const file = join(yield* temporaryDirectory, "research.ts")
  writeFileSync(file, `export const research = async (lead) => { ${body} }`)
  return ["--research", file]
})

layer(TestService.layer(), { excludeTestServices: true, timeout: "2 minutes" })("the qualifier", (it) => {
  const begun = Effect.gen(function* () {
    const service = yield* TestService
    const client = yield* service.workspace()
    return { client, env: Example.environment(service.url, client.apiKey.token) }
  })

  it.effect("researches new leads, and leaves others alone", () =>
    Effect.gen(function* () {
      const { client, env } = yield* begun
      yield* Effect.promise(async () => {
        const message = "A quote for 200 trailers, please."
        const good = await post(client, { workEmail: "mia@acme.example", companyName: "Acme", message })
        const weak = await post(client, { workEmail: "bo@gmail.com" })
        const empty = await post(client, { firstName: "Ada" })
        const junk = await post(client, { firstName: "Junk" })
        await client.send("PATCH", `/v1/leads/${junk}`, { triageStatus: "junk" })
        const { code, stderr, stdout } = await Example.run([agent, "--once"], env)
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.include(stdout, "Acme: complete, Strong fit")
        const lead = await read(client, good)
        assert.strictEqual(lead.enrichment.score, 85)
        assert.include(lead.enrichment.body, "- It asks for an offer.")
        assert.deepStrictEqual(statuses(lead), ["in_progress", "complete"])
        assert.strictEqual((await read(client, weak)).enrichment.score, 0)
        assert.strictEqual((await read(client, empty)).enrichment.status, "skipped")
        assert.isUndefined((await read(client, junk)).enrichment.status)
        assert.strictEqual((await Example.run([agent, "--once"], env)).stdout, "")
      })
    })
  )

  it.effect("does what its README shows", () =>
    Effect.gen(function* () {
      const { env } = yield* begun
      const own = {
        "http://127.0.0.1:3000": env["SALES_PIPELINE_URL"]!,
        "svc_live_…": env["SALES_PIPELINE_API_KEY"]!
      }
      const { code, stdout } = yield* Effect.promise(() =>
        Example.follow("docs/examples/qualifier-agent/README.md", "test/examples/Qualifier.test.ts", {}, own)
      )
      assert.strictEqual(code, 0, stdout)
      assert.include(stdout, "Acme: complete, Strong fit")
    })
  )

  for (const keys of ["one key", "two keys"]) {
    it.effect(
      `never researches a lead twice, run twice side by side with ${keys}`,
      () =>
        Effect.gen(function* () {
          const service = yield* TestService
          const { client, env } = yield* begun
          const { token } = yield* service.member(client.workspace.id, "member")
          const other = keys === "one key" ? env : { ...env, SALES_PIPELINE_API_KEY: token }
          const own = yield* research(`
            await new Promise((done) => setTimeout(done, Math.random() * 30))
            return { score: 50, verdict: "Fine", body: String(process.pid) }`)
          yield* Effect.promise(async () => {
            const ids = []
            for (let count = 0; count < 25; count++)
              ids.push(await post(client, { companyName: `Lead ${count}` }))
            const runs = await Promise.all(
              [env, other].map((one) => Example.run([agent, "--once", ...own], one))
            )
            assert.deepStrictEqual(
              runs.map(({ code, stderr }) => [code, stderr]),
              [
                [0, ""],
                [0, ""]
              ]
            )
            const by = new Set<string>()
            for (const id of ids) {
              const lead = await read(client, id)
              assert.deepStrictEqual(statuses(lead), ["in_progress", "complete"])
              by.add(lead.enrichment.body)
            }
            assert.strictEqual(by.size, 2, "both had a share of the leads")
            assert.include(runs.map(({ stdout }) => stdout).join(""), "somebody else has it")
          })
        }),
      120_000
    )
  }

  it.effect("marks what could not be researched, and gives up the third time", () =>
    Effect.gen(function* () {
      const { client, env } = yield* begun
      const own = yield* research('throw new Error("no such company")')
      yield* Effect.promise(async () => {
        const id = await post(client, { companyName: "Acme" })
        for (const status of ["queued", "queued", "skipped"]) {
          const { code } = await Example.run([agent, "--once", ...own], env)
          const { enrichment } = await read(client, id)
          assert.deepStrictEqual([code, enrichment.status], [0, status])
          assert.include(enrichment.notes, "Error: no such company")
        }
        const { enrichment } = await read(client, id)
        assert.deepStrictEqual([enrichment.verdict, enrichment.attempts], ["Could not be researched", 3])
        assert.strictEqual((await Example.run([agent, "--once", ...own], env)).stdout, "")
      })
    })
  )

  it.effect("leaves a lead to whoever has claimed it", () =>
    Effect.gen(function* () {
      const { client, env } = yield* begun
      yield* Effect.promise(async () => {
        const id = await post(client, { companyName: "Acme", message: "Hello" })
        const claimed = { enrichment: { status: "in_progress" } }
        await client.send("PATCH", `/v1/leads/${id}`, claimed, { "enrichment-claim": "true" })
        const { stdout } = await Example.run([agent, "--once"], env)
        assert.strictEqual(stdout, "")
        assert.deepStrictEqual(statuses(await read(client, id)), ["in_progress"])
      })
    })
  )

  it.effect("goes on until it is stopped, and says what is wrong", () =>
    Effect.gen(function* () {
      const { client, env } = yield* begun
      const running = yield* Example.start([agent, "--every", "1"], env)
      yield* Effect.promise(async () => {
        await post(client, { workEmail: "mia@acme.example", companyName: "Later" })
        await running.says("Later: complete")
        running.kill("SIGTERM")
        assert.strictEqual((await running.exit).code, 0)
        const wrong = await Example.run([agent], {
          ...env,
          SALES_PIPELINE_API_KEY: `svc_live_${"x".repeat(43)}`
        })
        assert.strictEqual(wrong.code, 1)
        assert.match(wrong.stderr, /^[^\n]*key[^\n]*\n$/u)
        const none = await Example.run([agent], { ...env, SALES_PIPELINE_API_KEY: "" })
        assert.deepStrictEqual([none.code, none.stderr.includes("leads:write")], [2, true])
      })
    })
  )
})

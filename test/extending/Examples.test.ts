/** The worked examples of docs/extending.md, each started as a program of somebody's own. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Receiver from "../support/fakes/Receiver.ts"
import * as Process from "../support/server/Process.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

/** In a clone the package's doors lead to the sources. */
const example = (name: string) => ["--conditions=source", `docs/examples/extending/${name}.ts`]

class Begun extends Context.Service<
  Begun,
  { readonly site: Effect.Success<typeof Process.site>; readonly key: string }
>()("pipeline/test/Begun") {
  /** A database with a demo workspace, whose key the first start prints. */
  static readonly layer = Layer.effect(
    Begun,
    Effect.gen(function* () {
      const site = yield* Process.site
      const { exit, kill, token } = yield* Process.start({ ...site, DEMO: "1" })
      yield* kill("SIGTERM")
      yield* exit
      return { site, key: token! }
    })
  ).pipe(Layer.provide(TestDatabase.layer))
}

const client = (url: string, key: string) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  return { status: answer.status, body: (await answer.json()) as any }
}

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64"
)

layer(Begun.layer)("an extension", (it) => {
  it.effect(
    "keeps files in a layer of its own",
    () =>
      Effect.gen(function* () {
        const { key, site } = yield* Begun
        const { url } = yield* Process.start({ ...site, FILES_KEY: "secret" }, {}, example("files"))
        const ask = client(url, key)
        yield* Effect.promise(async () => {
          const upload = await ask("POST", "/v1/image-uploads", {})
          const { pathname } = new URL(upload.body.uploadUrl)
          const put = await fetch(url + pathname, { method: "PUT", body: pixel })
          const kept = (await put.json()) as { url: string }
          assert.strictEqual(put.status, 200, JSON.stringify(kept))
          const read = await fetch(url + new URL(kept.url).pathname)
          assert.strictEqual(read.headers.get("content-type"), "image/png")
          const files = globSync("files/**/*", { cwd: site.DATA_DIR, withFileTypes: true })
            .filter((one) => one.isFile())
            .map((one) => readFileSync(join(one.parentPath, one.name)))
          assert.lengthOf(files, 1)
          assert.notInclude(files[0]!.toString("latin1"), "PNG")
        })
      }),
    120_000
  )

  it.effect(
    "works beside the service with the rights of a key",
    () =>
      Effect.gen(function* () {
        const { key, site } = yield* Begun
        const { url } = yield* Process.start({ ...site, ENRICHER_KEY: key }, {}, example("enrichment"))
        const ask = client(url, key)
        const made = yield* Effect.promise(() =>
          ask("POST", "/v1/leads", {
            companyName: "Acme",
            companyWebsite: "https://acme.example",
            workEmail: "mia@acme.example"
          })
        )
        assert.strictEqual(made.status, 201, JSON.stringify(made.body))
        const lead = yield* Receiver.eventually(async () => {
          const { body } = await ask("GET", `/v1/leads/${made.body.id}`)
          return body.enrichment?.status === "complete" ? body : undefined
        }, 60)
        assert.strictEqual(lead.enrichment.provider, "research")
        const audit = yield* Effect.promise(() => ask("GET", "/v1/audit?limit=50"))
        const entry = audit.body.data.find((one: any) => one.operation === "leads.update")
        assert.strictEqual(entry?.surface, "job", JSON.stringify(audit.body).slice(0, 500))
      }),
    120_000
  )

  it.effect(
    "has an operation of its own on every surface",
    () =>
      Effect.gen(function* () {
        const { key, site } = yield* Begun
        const { url } = yield* Process.start(site, {}, example("operation"))
        const ask = client(url, key)
        yield* Effect.promise(async () => {
          const { body: deals } = await ask("GET", "/v1/deals?limit=1")
          const { id } = deals.data[0]
          const age = await ask("GET", `/v1/deals/${id}/age`)
          assert.strictEqual(age.status, 200, JSON.stringify(age.body))
          assert.isAtLeast(age.body.days, 0)
          const none = await ask("GET", "/v1/deals/01890000-0000-7000-8000-000000000000/age")
          assert.deepStrictEqual([none.status, none.body.error.code], [404, "deal_not_found"])
          const { body: api } = await ask("GET", "/openapi.json")
          assert.strictEqual(api.paths["/v1/deals/{id}/age"].get.operationId, "deals.age")
          const tool = await ask("POST", "/mcp", {
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "deal_age", arguments: { id: deals.data[0].name } }
          })
          assert.deepStrictEqual(tool.body.result?.structuredContent, age.body, JSON.stringify(tool.body))
        })
      }),
    120_000
  )

  it.effect(
    "may not take the name of an operation of ours",
    () =>
      Effect.gen(function* () {
        const clash = `
          import { operation, start } from "sales-pipeline/extend"
          import * as Operation from "sales-pipeline/contract/Operation"
          import { Schema, Effect } from "effect"
          const mine = Operation.make("deals.get", { title: "Mine", description: "Mine.", kind: "read", input: {}, success: Schema.Struct({}), faults: [] })
          await start({ operations: [operation(mine, () => Effect.succeed({}))] })`
        const { site } = yield* Begun
        const args = ["--conditions=source", "--input-type=module", "--eval", clash]
        const taken = yield* Process.run(site, args)
        assert.notStrictEqual(taken.code, 0)
        assert.include(taken.stderr, "There are two operations with the operation deals.get")
      }),
    120_000
  )
})

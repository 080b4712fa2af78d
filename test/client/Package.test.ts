import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { rolldown } from "rolldown"
import * as TypeScriptClient from "../../scripts/client/TypeScriptClient.ts"
import { built, node, project } from "../support/client/Installed.ts"
import * as Fences from "../support/docs/Fences.ts"
import * as Receiving from "../support/docs/Receiving.ts"
import { TestService } from "../support/server/TestService.ts"

/** Checks the types of a project's program, as a user's compiler would. */
const checked = (folder: string) => {
  const tsc = resolve("node_modules/typescript/bin/tsc")
  const options = ["--module", "nodenext", "--target", "es2024", "--strict", "--types", "node"]
  return node([tsc, "--noEmit", "--skipLibCheck", ...options, "main.ts"], folder)
}

/** What the snippets of the documentation take as given, and what shows that they did something. */
const before = `
  const stored: { cursor?: string | undefined } = {}
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0))
`
const after = `
  const unsigned = await receive(new Request("https://a.example", { method: "POST", body: "{}" }))
  const said = await unsigned.text()
  console.log(JSON.stringify({ undone: undone.length, left: notUndone.length, found: found.data.length, said }))
`

/** The program of the first section, which is run by itself. */
const receiver = () => Fences.codes("docs/client-typescript.md", "ts", "A first verified webhook")[0]!

/** A project of a program for Node. */
const withTypes = project(["@types/node", "undici-types"])

/** A project with Effect of its own. */
const withEffect = project(["effect", "@types/node", "undici-types"])

const program = `
  import { Effect } from "effect"
  import { RpcClient } from "effect/rpc"
  import { group, layer } from "@sales-pipeline/client/effect"

  const [, , url = "", key = ""] = process.argv
  const program = Effect.gen(function* () {
    const client = yield* RpcClient.make(group)
    const { data: [board] } = yield* client["boards.list"]({})
    const deal = yield* client["deals.create"]({ boardId: board!.id, name: "By RPC" })
    const name: string = deal.name
    // @ts-expect-error there is no such field
    deal.nam
    console.log(name, JSON.stringify(yield* Effect.flip(client["deals.get"]({ id: board!.id as never }))))
  })
  await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(layer({ url, key }))))
`

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }), {
  timeout: "3 minutes",
  excludeTestServices: true
})("the package of the client", (it) => {
  it.effect(
    "is built, and works in plain Node without any other package",
    () =>
      Effect.gen(function* () {
        const dist = yield* built
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        const { stdout } = yield* node(["scripts/client/everywhere.mjs", service.url, apiKey.token, dist])
        assert.match(stdout, /^ok all 11$/mu)
        const folder = yield* project()
        const code = 'import * as all from "@sales-pipeline/client"; console.log(Object.keys(all).join(" "))'
        const found = yield* node(["--input-type=module", "--eval", code], folder)
        assert.strictEqual(
          found.stdout.trim(),
          "Feed Pages PipelineError WebhookError answerOf createClient verifyWebhook"
        )
      }),
    180_000
  )

  it.effect(
    "has an entry for Effect that works with the user's own",
    () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        const folder = yield* withEffect
        writeFileSync(join(folder, "main.ts"), program)
        yield* checked(folder)
        const { stdout } = yield* node(["main.ts", service.url, apiKey.token], folder)
        assert.match(stdout, /^By RPC .*"deal_not_found"/u)
      }),
    180_000
  )

  it.effect(
    "does what its documentation shows, with the types that it shows",
    () =>
      Effect.gen(function* () {
        const service = yield* TestService
        const { apiKey } = yield* service.workspace()
        const folder = yield* withEffect
        const snippets = Fences.codes("docs/client-typescript.md", "ts").filter((code) => code !== receiver())
        writeFileSync(join(folder, "main.ts"), [before, ...snippets, after].join("\n"))
        yield* checked(folder)
        const { stdout } = yield* node(["main.ts"], folder, {
          SALES_PIPELINE_URL: service.url,
          SALES_PIPELINE_API_KEY: apiKey.token,
          SIGNING_SECRET: "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"
        })
        assert.match(stdout, /^Owner of Test made Annual licence$/mu)
        assert.match(stdout, /^true true$/mu)
        assert.match(stdout, /^deal\.stage_changed /mu)
        assert.match(stdout, /^\{"undone":1,"left":0,"found":\d,"said":"missing_header"\}$/mu)
      }),
    180_000
  )

  it.effect(
    "leads to a first verified webhook",
    () =>
      Effect.gen(function* () {
        const folder = yield* withTypes
        writeFileSync(join(folder, "main.ts"), receiver())
        yield* checked(folder)
        yield* Receiving.receives(receiver(), (code) => {
          writeFileSync(join(folder, "receive.mts"), code)
          return { command: process.execPath, args: ["receive.mts"], cwd: folder, env: {} }
        })
      }),
    180_000
  )

  it.effect("is small, and imports nothing", () =>
    Effect.promise(async () => {
      const bundle = await rolldown({ input: "client/typescript/src/index.ts" })
      const { output } = await bundle.generate({ format: "esm", minify: true })
      await bundle.close()
      const [{ code, imports }] = output
      assert.deepStrictEqual([output.length, imports], [1, []])
      assert.isBelow(code.length, 20_000)
      assert.include(code, "/image-uploads")
    })
  )

  it.effect("is generated from the contract as it is", () =>
    Effect.sync(() => {
      const generated = (name: string) => readFileSync(`client/typescript/src/generated/${name}.ts`, "utf8")
      assert.strictEqual(generated("Types"), TypeScriptClient.types())
      assert.strictEqual(generated("Operations"), TypeScriptClient.table())
    })
  )

  it.effect("has the version of the service", () =>
    Effect.sync(() => {
      const versionOf = (file: string) => JSON.parse(readFileSync(file, "utf8")).version
      assert.strictEqual(versionOf("client/typescript/package.json"), versionOf("package.json"))
    })
  )
})

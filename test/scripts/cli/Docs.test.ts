import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join, resolve } from "node:path"
import * as Fences from "../../support/docs/Fences.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"
import { TestService } from "../../support/server/TestService.ts"

/** The code of a section in one language. */
const blocks = (title: string, language: string) => Fences.codes("docs/command-line.md", language, title)

const freePort = Effect.promise(
  () =>
    new Promise<number>((done) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address() as { port: number }
        server.close(() => done(port))
      })
    })
)

/** A shell in an empty folder, where the commands are those of this clone. */
const shell = Effect.gen(function* () {
  const service = yield* TestService
  const { apiKey, send } = yield* service.workspace()
  const folder = yield* temporaryDirectory
  const program = (name: string, skipped: string) => {
    const file = join(folder, name)
    const cli = resolve("scripts/cli.ts")
    writeFileSync(
      file,
      `#!/bin/sh\n${skipped}exec "${process.execPath}" --disable-warning=ExperimentalWarning "${cli}" "$@"\n`
    )
    chmodSync(file, 0o755)
  }
  program("sales-pipeline", "")
  program("npx", "shift\n")
  writeFileSync(join(folder, "node"), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 })
  const env = {
    PATH: `${folder}:${process.env["PATH"]}`,
    HOME: folder,
    // Without it bash takes its standard input for a network's, and reads the files of a sign-in.
    SHLVL: "1",
    // A dozen commands start from their sources.
    NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled"),
    SALES_PIPELINE_URL: service.url,
    SALES_PIPELINE_API_KEY: apiKey.token
  }
  const bash = (script: string) =>
    Effect.promise(
      () =>
        new Promise<string>((done, fail) =>
          execFile(
            "bash",
            ["-euc", `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${script}`],
            { cwd: folder, env, timeout: 170_000 },
            (error, stdout, stderr) =>
              error === null ? done(stdout) : fail(new Error(`${error.message}\n${stdout}\n${stderr}`))
          )
        )
    )
  return { bash, folder, send: (...args: Parameters<typeof send>) => Effect.promise(() => send(...args)) }
})

layer(TestService.layer(), { excludeTestServices: true, timeout: "60 seconds" })(
  "docs/command-line.md",
  (it) => {
    it.effect(
      "leads to a first verified webhook",
      () =>
        Effect.gen(function* () {
          const { bash, folder } = yield* shell
          const port = String(yield* freePort)
          const [receiver = ""] = blocks("A first verified webhook", "js")
          const script = blocks("A first verified webhook", "sh").at(-1)!
          writeFileSync(join(folder, "receive.mjs"), receiver.replace("4000", port))
          const said = yield* bash(
            script.replace(/^export SALES_PIPELINE_API_KEY.*$/mu, "").replace("4000", port)
          )
          assert.match(said, /^verified deal\.created$/mu)
          assert.match(said, /✓ deal\.created \S+ 204/u)
        }).pipe(Effect.scoped),
      180_000
    )

    it.effect(
      "shows operations that work as they stand",
      () =>
        Effect.gen(function* () {
          const { bash, send } = yield* shell
          const scripts = blocks("Every operation", "sh")
          assert.lengthOf(scripts, 4)
          const said = yield* bash(scripts.join("\n"))
          const { body } = yield* send("GET", "/v1/deals?status=all&q=Annual")
          assert.deepInclude(body.data[0], {
            nextStep: "Send the offer",
            company: null,
            amountCents: 1_250_000
          })
          assert.strictEqual(body.data[0].stage.name, "Qualified")
          assert.match(said, /^Nothing was done\./mu)
          assert.match(said, /^1$/mu)
          const { body: imported } = yield* send("GET", "/v1/deals?externalId=crm-1")
          assert.strictEqual(imported.data[0].stage.name, "Qualified")
        }).pipe(Effect.scoped),
      180_000
    )

    it.effect(
      "names the exit codes there are",
      () =>
        Effect.gen(function* () {
          const { bash } = yield* shell
          const said = yield* bash(
            "set +e\nsales-pipeline deals get Nobody; echo $?\nsales-pipeline deals gte; echo $?\nsales-pipeline whoami --service http://127.0.0.1:9; echo $?"
          )
          assert.deepStrictEqual(said.trim().split("\n"), ["1", "2", "4"])
        }).pipe(Effect.scoped),
      60_000
    )
  }
)

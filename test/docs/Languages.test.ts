/** The programs of docs/other-languages.md, each run by its language where that is installed; a test that is skipped names the tool it needs. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { Webhook } from "standardwebhooks"
import * as Fences from "../support/docs/Fences.ts"
import { environment } from "../support/examples/Example.ts"
import { makeFront } from "../support/examples/Front.ts"
import { drivers, types } from "../support/examples/Drivers.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"
import { TestService } from "../support/server/TestService.ts"

const page = "docs/other-languages.md"

const code = (language: string, at: number) =>
  Fences.codes(page, language)[at] ?? assert.fail(`${page} has no piece ${at} of ${language}`)

/** Of each language, the program comes first, and then how it verifies a webhook. */
const program = (language: string) => code(language, 0)
const verifier = (language: string) => code(language, 1)

const has = (tool: string) =>
  tool.startsWith("/")
    ? existsSync(tool)
    : process.env["PATH"]!.split(delimiter).some((folder) => existsSync(join(folder, tool)))

/** Mono's package libnewtonsoft-json5.0-cil. */
const newtonsoft = "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll"
const compile = `mcs -r:${newtonsoft} -r:System.Net.Http -out:program.exe`

const languages = [
  { name: "go", tools: ["go"], extension: "go", run: (files: string) => `go run ${files}` },
  {
    name: "ruby",
    tools: ["ruby"],
    extension: "rb",
    run: (files: string) => `ruby ${files.split(" ").at(-1)}`
  },
  { name: "php", tools: ["php"], extension: "php", run: (files: string) => `php ${files.split(" ").at(-1)}` },
  {
    name: "csharp",
    tools: ["mcs", "mono", newtonsoft],
    extension: "cs",
    // Mono 6.8 sometimes aborts in its thread pool, at the end of a program: then it is run again.
    run: (files: string) =>
      `${compile} ${files} >&2 && { mono program.exe || { [ $? = 134 ] && mono program.exe; }; }`
  }
] as const

const shell = (command: string, cwd: string, env: Record<string, string> = {}, input = "") =>
  Effect.promise(
    () =>
      new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((done) => {
        const options = { cwd, env: { ...process.env, ...env }, timeout: 120_000 }
        const child = execFile("bash", ["-c", command], options, (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
        )
        child.stdin!.end(input)
      })
  )

const secret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`
const other = `whsec_${Buffer.from("another_secret_of_24_byt").toString("base64")}`

/** Messages and whether they are genuine: id, time, signatures and body, a line each. */
const messages = () => {
  const now = new Date()
  const body = JSON.stringify({ event: "deal.won", deal: { name: "Grün & Söhne 🎉" } })
  const sign = (key: string, at = now, id = "m1") => new Webhook(key).sign(id, at, body)
  const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const cases: ReadonlyArray<
    readonly [genuine: boolean, id: string, at: string, signatures: string, body: string]
  > = [
    [true, "m1", seconds(now), sign(secret), body],
    [true, "m1", seconds(now), `${sign(other)} ${sign(secret)}`, body],
    [true, "m1", seconds(ago(4)), sign(secret, ago(4)), body],
    [false, "m1", seconds(now), sign(other), body],
    [false, "m2", seconds(now), sign(secret), body],
    [false, "m1", seconds(now), sign(secret), `${body} `],
    [false, "m1", seconds(ago(6)), sign(secret, ago(6)), body],
    [false, "m1", seconds(ago(-6)), sign(secret, ago(-6)), body],
    [false, "m1", seconds(now), "v1,", body],
    [false, "m1", seconds(now), "", body],
    [false, "m1", "soon", sign(secret), body],
    [false, "m1", "9".repeat(40), sign(secret), body]
  ]
  return {
    input: cases.map(([, ...lines]) => `${lines.join("\n")}\n`).join(""),
    genuine: cases.map(([genuine]) => genuine)
  }
}

/** The generator of the page, if somebody installed it: `npm install -g quicktype@26.0.0`. */
const hasQuicktype =
  spawnSync("quicktype", ["--version"], { encoding: "utf8" }).stdout?.includes("26.0.0") ?? false

layer(TestService.layer(), { excludeTestServices: true, timeout: "3 minutes" })(
  "in other languages",
  (it) => {
    const begun = Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      yield* Effect.promise(async () => {
        for (const name of ["One", "Two", "Three"])
          await client.send("POST", "/v1/deals", { boardId: client.board.id, name })
      })
      return {
        client,
        url: service.url,
        env: environment(service.url, client.apiKey.token),
        folder: yield* temporaryDirectory
      }
    })

    for (const { extension, name, run, tools } of languages) {
      const missing = tools.filter((tool) => !has(tool))
      const without = missing.length === 0 ? "" : ` (needs ${missing.join(", ")})`

      it.effect.skipIf(missing.length > 0)(
        `calls, pages and repeats in ${name}, also while the service is busy${without}`,
        () =>
          Effect.gen(function* () {
            const { client, env, folder, url } = yield* begun
            writeFileSync(join(folder, `main.${extension}`), program(name))
            // With pages of two, several have to be read.
            const short = program(name).replace(/limit(=|" => |: )100/u, "limit$12")
            assert.notStrictEqual(short, program(name))
            writeFileSync(join(folder, `short.${extension}`), short)
            const front = yield* makeFront(url, (count) =>
              count === 2 || count === 5 ? "turn away" : undefined
            )
            const first = yield* shell(run(`short.${extension}`), folder, {
              ...env,
              SALES_PIPELINE_URL: front.url
            })
            assert.strictEqual(first.code, 0, first.stderr)
            assert.match(first.stdout, /^Owner of Test\nmade once: true\n4 open deals\n$/iu)
            const second = yield* shell(run(`main.${extension}`), folder, env)
            assert.strictEqual(second.stdout, first.stdout, second.stderr)
            const { body } = yield* Effect.promise(() => client.send("GET", "/v1/deals?q=4711"))
            assert.deepStrictEqual(
              body.data.map((deal: any) => deal.amountCents),
              [1_250_000]
            )
            const wrong = yield* shell(run(`main.${extension}`), folder, {
              ...env,
              SALES_PIPELINE_API_KEY: "svc_live_x"
            })
            assert.notStrictEqual(wrong.code, 0)
            assert.include(wrong.stderr, "invalid_credential: ")
          }),
        180_000
      )

      it.effect.skipIf(missing.length > 0)(
        `verifies webhooks in ${name}${without}`,
        () =>
          Effect.gen(function* () {
            const folder = yield* temporaryDirectory
            writeFileSync(join(folder, `verify.${extension}`), verifier(name))
            writeFileSync(join(folder, `driver.${extension}`), drivers[name])
            const { genuine, input } = messages()
            const command = run(`verify.${extension} driver.${extension}`)
            const { stderr, stdout } = yield* shell(command, folder, { SECRET: secret }, input)
            assert.deepStrictEqual(stdout.trim().toLowerCase().split("\n"), genuine.map(String), stderr)
          }),
        180_000
      )
    }

    const missing = languages.flatMap(({ tools }) => tools).filter((tool) => !has(tool))
    const isIncomplete = !hasQuicktype || missing.length > 0
    const needs = isIncomplete
      ? ` (needs ${[...(hasQuicktype ? [] : ["quicktype 26.0.0"]), ...missing].join(", ")})`
      : ""

    it.effect.skipIf(isIncomplete)(
      `has types by the generator, which read real answers${needs}`,
      () =>
        Effect.gen(function* () {
          const { client, env, folder } = yield* begun
          const commands = code("sh", 1).replaceAll("npx quicktype@26.0.0", "quicktype")
          const made = yield* shell(`set -e\n${commands}`, folder, env)
          assert.strictEqual(made.code, 0, made.stderr)
          const { text } = yield* Effect.promise(() => client.send("GET", "/v1/deals"))
          writeFileSync(join(folder, "deals.json"), text)
          for (const { name, run } of languages) {
            const { code, files } = types[name]
            writeFileSync(join(folder, files.split(" ").at(-1)!), code)
            if (name === "csharp") {
              const usings = "using System;\nusing System.Collections.Generic;\n"
              writeFileSync(join(folder, "Types.cs"), usings + readFileSync(join(folder, "Types.cs"), "utf8"))
            }
            const { stderr, stdout } = yield* shell(run(files), folder)
            assert.strictEqual(
              stdout,
              name === "ruby" ? "Syntax OK\n" : "3 Three early\n",
              `${name}: ${stderr}`
            )
          }
        }),
      180_000
    )
  }
)

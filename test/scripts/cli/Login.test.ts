import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { spawn } from "node:child_process"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runner } from "../../support/server/Cli.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"
import { TestService } from "../../support/server/TestService.ts"

const address = /http\S+\/oauth\/authorize\S+/u

/** The local MCP server, asked as a client does, and ended with its input. */
const mcp = (env: Readonly<Record<string, string>>, methods: ReadonlyArray<string>) =>
  Effect.promise(
    () =>
      new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>(
        (done) => {
          const surroundings = {
            PATH: process.env["PATH"],
            NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
            ...env
          }
          const child = spawn(process.execPath, ["scripts/cli.ts", "mcp"], { env: surroundings })
          const heard = { stdout: "", stderr: "" }
          const hear = (stream: "stdout" | "stderr") => (chunk: Buffer) => {
            heard[stream] += chunk
            if (heard.stdout.split("\n").length > methods.length + 1) child.stdin.end()
          }
          child.stdout.on("data", hear("stdout"))
          child.stderr.on("data", hear("stderr"))
          child.once("close", (code) => done({ code, ...heard }))
          const clientInfo = { name: "test", version: "1" }
          const start = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }
          const asked = [["initialize", start] as const, ...methods.map((method) => [method, {}] as const)]
          child.stdin.on("error", () => {})
          child.stdin.write(
            asked
              .map(([method, params], id) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
              .join("")
          )
        }
      )
  )

/** A person who has an account, and an empty folder of settings. */
const site = Effect.gen(function* () {
  const { base, browser, workspace } = yield* SignedIn.make()
  const folder = yield* temporaryDirectory
  const env = { SALES_PIPELINE_URL: base, XDG_CONFIG_HOME: folder }
  const file = join(folder, "sales-pipeline", "credentials.json")
  const run = runner(env)

  /** Signs in, or says no, on the page that the command names. */
  const login = (decision: "allow" | "deny", ...flags: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const shown = yield* Deferred.make<string>()
      const tell = (line: string) => {
        const found = address.exec(line)?.[0]
        if (found !== undefined) Deferred.doneUnsafe(shown, Effect.succeed(found))
      }
      const command = yield* Effect.forkChild(runner(env, tell)("login", "--no-browser", ...flags))
      const url = yield* Deferred.await(shown)
      yield* Effect.promise(async () => {
        const page = await browser.open(url)
        const back = await browser.submit(page, { decision })
        const guessed = new URL(back.url)
        guessed.searchParams.set("state", "guessed")
        assert.strictEqual((await fetch(guessed)).status, 404)
        await fetch(back.url)
      })
      return yield* Fiber.join(command)
    })
  const kept = () => JSON.parse(readFileSync(file, "utf8"))
  return { base, env, file, kept, login, run, workspace }
})

layer(TestService.layer(), { excludeTestServices: true, timeout: "60 seconds" })("signing in", (it) => {
  it.effect("goes by the browser, is kept for its owner alone, renews itself and ends", () =>
    Effect.gen(function* () {
      const { base, env, file, kept, login, run, workspace } = yield* site
      const before = yield* run("whoami")
      assert.strictEqual(before.code, 1)
      assert.match(before.stderr, /^not_signed_in: .*sales-pipeline login, or set SALES_PIPELINE_API_KEY/u)

      const { code, stderr, stdout } = yield* login("allow")
      assert.strictEqual(code, 0, stderr)
      assert.include(stdout, workspace.name)
      assert.include(stdout, "your sign-in")
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.notInclude(stdout + stderr, kept().services[base].accessToken)

      const made = yield* run("deals", "create", "--name", "By a person", "--json")
      assert.strictEqual(made.code, 0, made.stderr)

      const old = kept()
      old.services[base].expiresAt = 0
      writeFileSync(file, JSON.stringify(old))
      const listed = yield* Effect.all([run("deals", "list"), run("deals", "list"), run("deals", "list")], {
        concurrency: "unbounded"
      })
      for (const one of listed) assert.include(one.stdout, "By a person", one.stderr)
      assert.notStrictEqual(kept().services[base].refreshToken, old.services[base].refreshToken)

      const said = yield* mcp(env, ["tools/list"])
      assert.include(said.stdout, '"move_deal"', said.stderr)

      assert.strictEqual((yield* run("logout")).code, 0)
      const nobody = yield* mcp(env, [])
      assert.strictEqual(nobody.code, 1)
      assert.match(
        nobody.stderr,
        /^sales-pipeline: You are not signed in to http\S+ Run: sales-pipeline login/u
      )
      assert.deepStrictEqual(kept().services, {})
      writeFileSync(
        file,
        JSON.stringify({ ...old, services: { [base]: { ...old.services[base], expiresAt: 0 } } })
      )
      const over = yield* run("deals", "list")
      assert.strictEqual(over.code, 1)
      assert.match(over.stderr, /sales-pipeline login/u)
    }).pipe(Effect.scoped)
  )

  it.effect("asks for no more than it is told to", () =>
    Effect.gen(function* () {
      const { login, run } = yield* site
      const { stdout } = yield* login("allow", "--scope", "deals:read")
      assert.match(stdout, /^scopes +deals:read$/mu)
      const refused = yield* run("deals", "create", "--name", "No")
      assert.match(refused.stderr, /^insufficient_scope: /u)
    }).pipe(Effect.scoped)
  )

  it.effect("tells who says no, and of a file that can't be read", () =>
    Effect.gen(function* () {
      const { file, login, run } = yield* site
      const refused = yield* login("deny")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /access_denied/u)
      yield* login("allow")
      writeFileSync(file, "{")
      const broken = yield* run("whoami")
      assert.include(broken.stderr, `${file} can't be used`)
    }).pipe(Effect.scoped)
  )

  it.effect("fails where there is no service", () =>
    Effect.gen(function* () {
      const { env } = yield* site
      const away = yield* runner({ ...env, SALES_PIPELINE_URL: "http://127.0.0.1:9" })(
        "login",
        "--no-browser"
      )
      assert.strictEqual(away.code, 4)
      assert.include(away.stderr, "does not answer as a sales pipeline")
    }).pipe(Effect.scoped)
  )
})

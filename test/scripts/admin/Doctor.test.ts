import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { tables } from "../../../layers/settings/Settings.ts"
import { migrations } from "../../../migrations/index.ts"
import * as Process from "../../support/server/Process.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const doctor = (environment: Record<string, string>, ...flags: ReadonlyArray<string>) =>
  Effect.map(Process.run(environment, ["scripts/admin.ts", "doctor", "--json", ...flags]), (exit) => ({
    ...exit,
    findings: JSON.parse(exit.stdout).findings as ReadonlyArray<{
      check: string
      state: string
      says: string
      todo: string
    }>
  }))

/** Accepts connections, and never says a word. */
const silent = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<ReturnType<typeof createServer>>((resolve) => {
        const server = createServer(() => {})
        server.listen(0, "127.0.0.1", () => resolve(server))
      })
  ),
  (server) => Effect.sync(() => server.close())
)

const secret = "geheim-4711-zebra"

layer(TestDatabase.layer, { excludeTestServices: true })("admin doctor", (it) => {
  it.effect(
    "finds nothing wrong with a service that runs, and writes a bundle without secrets",
    () =>
      Effect.gen(function* () {
        const site = yield* Process.site
        const service = yield* Process.start(site)
        const port = new URL(service.url).port
        const file = join(yield* temporaryDirectory, "bundle.json")
        const { code, findings } = yield* doctor({ ...site, PORT: port }, `--bundle=${file}`)
        const of = (wanted: string) =>
          findings.filter(({ check }) => check === wanted).map(({ state }) => state)
        // How fast, full and in time the machine is depends on what else runs on it.
        for (const check of ["settings", "data directory", "service", "migrations", "encryption key"]) {
          assert.deepStrictEqual(of(check), ["ok"], check)
        }
        for (const check of ["loops", "deliveries", "prepared transactions"]) {
          assert.notInclude(of(check), "fail", check)
        }
        assert.deepStrictEqual(of("backups"), ["warn"])
        assert.strictEqual(code, 0)
        const bundle = JSON.parse(readFileSync(file, "utf8"))
        assert.strictEqual(bundle.settings.PORT, port)
        assert.strictEqual(bundle.settings.DATABASE_URL, "(set, not shown)")
        assert.include(bundle.metrics, "build_info")
        assert.isAbove(bundle.database.tables.length, 10)
        assert.lengthOf(bundle.database.migrations, Object.keys(migrations).length)
        for (const hidden of [site.DATABASE_URL, service.token!, "ada@demo.example", "Northwind"]) {
          assert.notInclude(JSON.stringify(bundle), hidden)
        }
      }),
    240_000
  )

  it.effect(
    "ends though nothing answers, says what to do about each thing, and shows no secret",
    () =>
      Effect.gen(function* () {
        const { port } = (yield* silent).address() as AddressInfo
        const file = join(yield* temporaryDirectory, "bundle.json")
        const at = `127.0.0.1:${port}`
        const { code, findings, stderr, stdout } = yield* doctor(
          {
            ...Object.fromEntries(
              Object.values(tables)
                .flatMap((table) => Object.values(table))
                .filter(({ isSecret }) => isSecret)
                .map(({ name }) => [name, secret])
            ),
            DATABASE_URL: `postgres://u:${secret}@${at}/x`,
            REDIS_URL: `redis://:${secret}@${at}`,
            BASE_URL: `http://${at}`,
            MAIL_URL: `smtp://u:${secret}@${at}`,
            MAIL_FROM: "crm@acme.example",
            S3_ENDPOINT: `http://${at}`,
            S3_BUCKET: "bucket",
            S3_ACCESS_KEY_ID: secret,
            SMTP_PORT: String(port),
            TLS_CERT: "test/support/tls/certificate.pem",
            TLS_KEY: `/nowhere/${secret}`,
            OTEL_EXPORTER_OTLP_ENDPOINT: `https://u:${secret}@example.com/${secret}`
          },
          `--bundle=${file}`
        )
        assert.strictEqual(code, 1)
        const failed = findings.filter(({ state }) => state === "fail")
        assert.includeMembers(
          failed.map(({ check }) => check),
          ["database", "redis", "service", "files", "certificate", "smtp"]
        )
        for (const { todo } of failed) assert.isAbove(todo.length, 10)
        for (const text of [stdout, stderr, readFileSync(file, "utf8")]) assert.notInclude(text, secret)
      }),
    240_000
  )
})

import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { Settings } from "../../../layers/settings/Settings.ts"

const read = (env: Record<string, string>) =>
  Effect.provide(Settings, Settings.layer).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )

describe("settings", () => {
  it.effect("has a value for every setting that is left out or empty", () =>
    Effect.gen(function* () {
      const settings = yield* read({})
      assert.deepInclude(settings, {
        port: 3000,
        host: "127.0.0.1",
        dataDir: ".data",
        databaseUrl: undefined,
        redisUrl: undefined,
        workers: 1,
        demo: true,
        promotionEnabled: false,
        rateLimitPerKey: 600,
        rateLimitPerWorkspace: 2000,
        rateLimitPerAddress: 120,
        allowedOrigins: [],
        staleAfterDays: 14,
        outboundAllowPrivate: false,
        webhookRetryScale: 1,
        tlsCert: undefined,
        trustProxy: 0,
        logFormat: "pretty"
      })
      const empty = yield* read({
        PORT: "",
        HOST: "",
        DATABASE_URL: "",
        DEMO: "",
        BASE_URL: "",
        TLS_CERT: ""
      })
      assert.deepStrictEqual(empty, settings)
    })
  )

  it.effect("makes a demo on an outside address only if asked for", () =>
    Effect.gen(function* () {
      const outside = [{ HOST: "0.0.0.0" }, { HOST: "::" }, { BASE_URL: "https://crm.example" }]
      for (const env of outside) {
        assert.deepInclude(yield* read(env), { demo: false, outside: true })
        assert.deepInclude(yield* read({ ...env, DEMO: "1" }), { demo: true, outside: true })
      }
      for (const env of [{ HOST: "::1" }, { HOST: "localhost" }, { BASE_URL: "http://localhost:3000" }]) {
        assert.deepInclude(yield* read(env), { demo: true, outside: false })
        assert.deepInclude(yield* read({ ...env, DEMO: "0" }), { demo: false, outside: false })
      }
    })
  )

  it.effect("reads 1 and 0 as yes and no, comma-separated lists, and URLs without their last slash", () =>
    Effect.gen(function* () {
      const env = {
        PORT: "0",
        DEMO: "0",
        PROMOTION_ENABLED: "1",
        TRUST_PROXY: "true",
        ALLOWED_ORIGINS: "https://a.example, https://b.example,",
        BASE_URL: "https://crm.example/"
      }
      assert.deepInclude(yield* read(env), {
        port: 0,
        demo: false,
        promotionEnabled: true,
        trustProxy: 1,
        allowedOrigins: ["https://a.example", "https://b.example"],
        baseUrl: "https://crm.example"
      })
    })
  )

  const wrong: ReadonlyArray<readonly [name: string, value: string, must: string]> = [
    ["PORT", "abc", "must be an integer"],
    ["PORT", "70000", "must be a value between 0 and 65535"],
    ["BASE_URL", "ftp://x", "must be an http(s) address without a path"],
    ["BASE_URL", "https://crm.example/sales", "must be an http(s) address without a path"],
    ["REDIS_URL", "cache.example:6379", "must be an address such as redis://"],
    ["REDIS_URL", "https://:secret@cache.example", "must be an address such as redis://"],
    ["TRUST_PROXY", "proxy.example", "must be true, false, how many proxies there are"],
    ["TRUST_PROXY", "10.0.0.0/33", "must be true, false, how many proxies there are"],
    ["TRUST_PROXY", "10.0.0.1,", "must be true, false, how many proxies there are"],
    ["DATABASE_POOL", "4", "must be a value between 5 and 500"],
    ["DATABASE_LOCK_TIMEOUT", "7", "must be less than DATABASE_STATEMENT_TIMEOUT"],
    ["REQUEST_TIMEOUT", "8", "must be at least 2 s longer than DATABASE_STATEMENT_TIMEOUT"],
    ["WORKERS", "0", "must be a value greater than or equal to 1"],
    ["DEMO", "maybe", "must be"],
    ["RATE_LIMIT_PER_KEY", "0", "must be a value greater than or equal to 1"],
    ["RATE_LIMIT_PER_WORKSPACE", "1.5", "must be an integer"],
    ["RATE_LIMIT_PER_ADDRESS", "-1", "must be a value greater than or equal to 1"],
    ["STALE_AFTER_DAYS", "soon", "must be an integer"],
    ["WEBHOOK_RETRY_SCALE", "0", "must be a value greater than 0"],
    ["WEBHOOK_RETRY_SCALE", "Infinity", "must be a finite number"],
    ["LOG_FORMAT", "xml", 'must be "pretty" | "json"'],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector", "must be an address"]
  ]
  it.effect("refuses a replica that a write could wait for beyond its deadline", () =>
    Effect.gen(function* () {
      const env = {
        DATABASE_URL: "postgres://a.example/crm",
        DATABASE_REPLICA_URL: "postgres://b.example/crm",
        REDIS_URL: "redis://c.example"
      }
      assert.isDefined((yield* read(env)).replica)
      const { message } = yield* Effect.flip(read({ ...env, DATABASE_REPLICA_LAG: "4" }))
      assert.include(message, "lower DATABASE_REPLICA_LAG")
      assert.isDefined((yield* read({ ...env, DATABASE_REPLICA_LAG: "4", REQUEST_TIMEOUT: "11" })).replica)
    })
  )

  for (const [name, value, must] of wrong) {
    it.effect(`refuses ${name}=${value} by its name, in one line, without the value`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(read({ [name]: value }))
        assert.isTrue(message.startsWith(`${name} ${must}`), message)
        assert.notInclude(message, "\n")
      })
    )
  }
})

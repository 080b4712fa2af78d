/** The operator's settings, read once from the environment (docs/settings.md lists them for users). */
import {
  Config,
  ConfigProvider,
  Context,
  Data,
  Duration,
  Effect,
  Layer,
  Option,
  Redacted,
  Schema,
  SchemaIssue
} from "effect"

const flag = (name: string, fallback: boolean) => Config.Boolean(name).pipe(Config.withDefault(fallback))

const atLeast = (name: string, minimum: number, fallback: number) =>
  Config.schema(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(minimum)),
    name
  ).pipe(Config.withDefault(fallback))

const text = (name: string) =>
  Config.option(Config.NonEmptyString(name)).pipe(Config.map(Option.getOrUndefined))

const secret = (name: string) => Config.option(Config.Redacted(name)).pipe(Config.map(Option.getOrUndefined))

/** An absolute http(s) address without a trailing slash. */
const address = (name: string) =>
  Config.option(
    Config.schema(
      Schema.String.check(
        Schema.isPattern(/^https?:\/\/[^\s/]+(\/[^\s]*)?$/u, {
          expected: "an address, http://… or https://…"
        })
      ),
      name
    )
  ).pipe(Config.map((_) => Option.getOrUndefined(_)?.replace(/\/+$/u, "")))

/** The same without a path: pages, cookies and discovery documents are served from the root. */
const origin = (name: string) =>
  Config.option(
    Config.schema(
      Schema.String.check(
        Schema.isPattern(/^https?:\/\/[^\s/?#@]+\/?$/u, {
          expected: "an http(s) address without a path, such as https://crm.example"
        })
      ),
      name
    )
  ).pipe(
    Config.map(Option.getOrUndefined),
    Config.map((text) => (text === undefined ? undefined : (URL.parse(text)?.origin ?? text)))
  )

/** A Redis address. Redacted, because it may contain a password. */
const redis = (name: string) =>
  Config.option(
    Config.schema(
      Schema.String.check(
        Schema.isPattern(/^rediss?:\/\/[^\s/?#]+(\/\d*)?$/u, {
          expected: "an address such as redis://127.0.0.1:6379 or rediss://user:password@redis.example:6379/0"
        })
      ),
      name
    )
  ).pipe(Config.map((_) => Option.getOrUndefined(Option.map(_, Redacted.make))))

const all = Config.all({
  port: Config.schema(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65535 })),
    "PORT"
  ).pipe(Config.withDefault(3000)),
  host: Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  baseUrl: origin("BASE_URL"),
  dataDir: Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault(".data")),
  databaseUrl: secret("DATABASE_URL"),
  redisUrl: redis("REDIS_URL"),
  workers: atLeast("WORKERS", 1, 1),
  demo: Config.option(Config.Boolean("DEMO")).pipe(Config.map(Option.getOrUndefined)),
  promotionEnabled: flag("PROMOTION_ENABLED", false),
  rateLimitPerKey: atLeast("RATE_LIMIT_PER_KEY", 1, 600),
  rateLimitPerWorkspace: atLeast("RATE_LIMIT_PER_WORKSPACE", 1, 2000),
  rateLimitPerAddress: atLeast("RATE_LIMIT_PER_ADDRESS", 1, 120),
  allowedOrigins: text("ALLOWED_ORIGINS").pipe(
    Config.map((_) =>
      (_ ?? "")
        .split(",")
        .map((origin) => origin.trim())
        .filter((origin) => origin !== "")
    )
  ),
  auditKeepDays: atLeast("AUDIT_KEEP_DAYS", 1, 400),
  staleAfterDays: atLeast("STALE_AFTER_DAYS", 1, 14),
  outboundAllowPrivate: flag("OUTBOUND_ALLOW_PRIVATE", false),
  webhookRetryScale: Config.schema(
    Schema.NumberFromString.check(Schema.isFinite(), Schema.isGreaterThan(0)),
    "WEBHOOK_RETRY_SCALE"
  ).pipe(Config.withDefault(1)),
  shutdownDelay: atLeast("SHUTDOWN_DELAY", 0, 0).pipe(Config.map(Duration.seconds)),
  tlsCert: text("TLS_CERT"),
  tlsKey: text("TLS_KEY"),
  trustProxy: flag("TRUST_PROXY", false),
  oauthClientDocuments: flag("OAUTH_CLIENT_DOCUMENTS", true),
  encryptionKey: secret("ENCRYPTION_KEY"),
  smtpPort: Config.option(Config.Port("SMTP_PORT")).pipe(Config.map(Option.getOrUndefined)),
  embedFrameAncestors: Config.schema(
    Schema.String.check(
      Schema.isPattern(/^[^\s;,]+( [^\s;,]+)*$/u, { expected: "CSP sources separated by spaces" })
    ),
    "EMBED_FRAME_ANCESTORS"
  ).pipe(Config.withDefault("'self'")),
  s3: Config.all({
    endpoint: text("S3_ENDPOINT"),
    region: text("S3_REGION"),
    bucket: text("S3_BUCKET"),
    accessKeyId: text("S3_ACCESS_KEY_ID"),
    secretAccessKey: secret("S3_SECRET_ACCESS_KEY")
  }),
  logFormat: Config.Literals(["pretty", "json"], "LOG_FORMAT").pipe(Config.withDefault("pretty" as const)),
  otlpEndpoint: address("OTEL_EXPORTER_OTLP_ENDPOINT")
})

/** Names under which no other machine can reach this one. */
const loopback = new Set(["127.0.0.1", "localhost", "::1", "[::1]"])

export const isLoopback = (host: string): boolean => loopback.has(host)

type Read = Config.Success<typeof all>

/** Whether other machines can reach the service, judged by HOST and BASE_URL. */
const isOutside = ({ baseUrl, host }: Read) =>
  !isLoopback(host) || (baseUrl !== undefined && !isLoopback(new URL(baseUrl).hostname))

/** A demo prints its key and password, so a service that others can reach makes one only on request. */
const complete = (read: Read) => {
  const outside = isOutside(read)
  return { ...read, outside, demo: read.demo ?? !outside }
}

/** The message is one line for the operator. It names the setting, never its value, which may be secret. */
class SettingsError extends Data.TaggedError("SettingsError")<{ readonly message: string }> {}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const explain = ({ cause }: Config.ConfigError): SettingsError => {
  if (cause._tag !== "SchemaError") return new SettingsError({ message: cause.message })
  const lines = format(cause.issue).issues.map(
    ({ message, path }) => `${(path ?? []).join("_")} ${message.replace(/^Expected /u, "must be ")}`
  )
  return new SettingsError({ message: lines.join("; ") })
}

/** Unset, these mean another database or another key: nobody means that by an empty value. */
const neverEmpty = ["DATABASE_URL", "ENCRYPTION_KEY"]

const refuseEmpty = Effect.gen(function* () {
  const provider = ConfigProvider.fromEnv({ preserveEmptyStrings: true })
  for (const name of neverEmpty) {
    const value = yield* Effect.option(Config.String(name).parse(provider))
    if (Option.isSome(value) && value.value.trim() === "") {
      return yield* new SettingsError({
        message: `${name} is set but empty: give it a value, or unset it`
      })
    }
  }
})

export class Settings extends Context.Service<Settings, ReturnType<typeof complete>>()(
  "pipeline/layers/Settings"
) {
  static readonly layer = Layer.effect(
    Settings,
    Effect.andThen(
      refuseEmpty,
      Effect.mapError(
        Effect.map(all, (read) => Settings.of(complete(read))),
        explain
      )
    )
  )
}

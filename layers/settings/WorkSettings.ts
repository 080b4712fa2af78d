/** Settings for features, limits and logs. */
import * as Setting from "./Setting.ts"

export const work = {
  demo: Setting.optionalFlag("DEMO", {
    unset: "true on loopback",
    about:
      "creates a demo workspace if there is no workspace yet. If `HOST` or `BASE_URL` can be reached by others, the default is false, and the demo's key and password are not printed"
  }),
  promotionEnabled: Setting.flag("PROMOTION_ENABLED", {
    default: false,
    about: "allows leads to be promoted to deals"
  }),
  auditKeepDays: Setting.whole("AUDIT_KEEP_DAYS", {
    default: 400,
    least: 1,
    about: "days to keep the audit log; a month is deleted once its last day is older"
  }),
  staleAfterDays: Setting.whole("STALE_AFTER_DAYS", {
    default: 14,
    least: 1,
    about: "days after which a daily job marks a new lead as stale"
  }),
  rateLimitPerKey: Setting.whole("RATE_LIMIT_PER_KEY", {
    default: 600,
    least: 1,
    about: "requests a minute per credential"
  }),
  rateLimitPerWorkspace: Setting.whole("RATE_LIMIT_PER_WORKSPACE", {
    default: 2000,
    least: 1,
    about: "requests a minute per workspace"
  }),
  rateLimitPerAddress: Setting.whole("RATE_LIMIT_PER_ADDRESS", {
    default: 120,
    least: 1,
    about: "failed authentications, forms and mail a minute per address, each counted separately"
  }),
  webhookRetryScale: Setting.factor("WEBHOOK_RETRY_SCALE", {
    default: 1,
    about: "multiplies the delays between webhook attempts; for tests, 0.001 turns hours into seconds"
  }),
  outboundAllowPrivate: Setting.flag("OUTBOUND_ALLOW_PRIVATE", {
    default: false,
    about: "allows outbound calls to http on loopback, for tests"
  }),
  logFormat: Setting.oneOf("LOG_FORMAT", {
    of: ["pretty", "json"],
    default: "pretty",
    about: "`pretty` or `json`, one object a line"
  }),
  logLevel: Setting.oneOf("LOG_LEVEL", {
    of: ["debug", "info", "warn", "error", "none"],
    default: "info",
    about: "minimum level of logged messages: `debug`, `info`, `warn`, `error` or `none`"
  }),
  accessLog: Setting.optionalFlag("ACCESS_LOG", {
    unset: "true if `LOG_FORMAT` is `json`",
    about: "logs a line for each request, with ids and durations but no names, addresses or paths"
  }),
  otlpEndpoint: Setting.address("OTEL_EXPORTER_OTLP_ENDPOINT", {
    about: "OTLP endpoint for traces, metrics and logs"
  })
}

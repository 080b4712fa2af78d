/** Settings for how the service is reached. */
import * as TrustedProxies from "../../src/shared/network/TrustedProxies.ts"
import * as Setting from "./Setting.ts"

export const serving = {
  port: Setting.whole("PORT", {
    default: 3000,
    least: 0,
    most: 65_535,
    about: "the port to listen on; 0 picks a free one"
  }),
  host: Setting.text("HOST", {
    default: "127.0.0.1",
    about: "the address to listen on; any address but loopback needs TLS or `TRUST_PROXY`"
  }),
  baseUrl: Setting.origin("BASE_URL", {
    unset: "the address listened on",
    about: "the public address of the service, without a path"
  }),
  tlsCert: Setting.optionalText("TLS_CERT", {
    about: "PEM file of the certificate; with `TLS_KEY`, the service serves HTTPS"
  }),
  tlsKey: Setting.optionalText("TLS_KEY", { about: "PEM file of the certificate's private key" }),
  trustProxy: Setting.custom<TrustedProxies.TrustedProxies>("TRUST_PROXY", {
    default: TrustedProxies.none,
    shown: "false",
    expected:
      "true, false, how many proxies there are, or their addresses and ranges separated by commas, such as 10.0.0.0/8",
    read: TrustedProxies.parse,
    about:
      "which proxies' `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: `true` is one proxy, which terminates TLS; a number is that many proxies; addresses and ranges (`10.0.0.0/8, 127.0.0.1`) are the proxies themselves. See [proxies](operations/proxy.md)"
  }),
  workers: Setting.whole("WORKERS", {
    default: 1,
    least: 1,
    about: "processes that share the port; see below"
  }),
  requestTimeout: Setting.seconds("REQUEST_TIMEOUT", {
    default: 10,
    least: 3,
    most: 60,
    about:
      "seconds until a request times out with 503; three times as long if it waits for other servers. A shutdown waits as long for open requests, at least 10 s"
  }),
  shutdownDelay: Setting.seconds("SHUTDOWN_DELAY", {
    default: 0,
    least: 0,
    about:
      "seconds to keep listening after SIGTERM, while `/readyz` says `draining` and each response closes its connection; set it slightly higher than your load balancer's check interval ([scale](operations/scale.md)). 0 is right without a balancer"
  }),
  metricsToken: Setting.secret("METRICS_TOKEN", {
    pattern: { like: /^[\w.~+/-]{16,200}=*$/u, expected: "16 to 200 letters, digits and -._~+/" },
    about: "bearer token that `/metrics` requires; without one, anyone who can reach `/metrics` can read it"
  }),
  allowedOrigins: Setting.list("ALLOWED_ORIGINS", {
    about:
      "additional origins and host names that may call `/mcp`, separated by commas: `https://app.example,crm.internal`"
  }),
  embedFrameAncestors: Setting.text("EMBED_FRAME_ANCESTORS", {
    default: "'self'",
    pattern: { like: /^[^\s;,]+( [^\s;,]+)*$/u, expected: "CSP sources separated by spaces" },
    about:
      "CSP sources that may frame the side panel `/embed`, separated by spaces: `https://mail.example chrome-extension://…`"
  }),
  oauthClientDocuments: Setting.flag("OAUTH_CLIENT_DOCUMENTS", {
    default: true,
    about:
      "lets OAuth clients identify themselves by the URL of a metadata document, which the service fetches. Turn it off if the service can't reach the internet; clients then register instead"
  }),
  smtpPort: Setting.optionalPort("SMTP_PORT", {
    unset: "(off)",
    about: "the port for mail by SMTP, on `HOST`; see [intake](intake.md)"
  })
}

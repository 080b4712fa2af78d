/** Everything the service listens on, each with a function that makes a hostile request to it. */
import { all, routed } from "../../src/contract/Api.ts"
import * as Operation from "../../src/contract/Operation.ts"
import * as Contact from "../../src/surfaces/intake/Contact.ts"
import * as Docs from "../../src/surfaces/Docs.ts"
import * as Embed from "../../src/surfaces/Embed.ts"
import * as Files from "../../src/surfaces/Files.ts"
import * as Health from "../../src/surfaces/http/Health.ts"
import * as InboundEmail from "../../src/surfaces/intake/InboundEmail.ts"
import { toolList } from "../../src/surfaces/mcp/Definitions.ts"
import * as Metrics from "../../src/surfaces/http/Metrics.ts"
import * as OAuth from "../../src/surfaces/OAuth.ts"
import * as Pages from "../../src/surfaces/Pages.ts"
import * as Hostile from "./Hostile.ts"
import * as Mail from "./Mail.ts"
import type { Random } from "./Random.ts"
import type { Shot } from "./Shot.ts"
import type { Site } from "./Site.ts"

export interface Target {
  readonly name: string
  readonly shot: (random: Random) => Omit<Shot, "target">
}

type Fields = Readonly<Record<string, unknown>>

const json = { "content-type": "application/json" }
const form = { "content-type": "application/x-www-form-urlencoded" }

/** A path part or query value: as long as an address may be, encoded or not. */
const inPath = (random: Random) => {
  const text = Hostile.text(random, 2_000)
  return random.chance(0.5)
    ? encodeURIComponent(text.toWellFormed())
    : random.pick(["%00", "%ff", "%", "%zz", "..", "%2e%2e%2f", "a".repeat(12_000)])
}

const fill = (site: Site, random: Random, path: string) =>
  path.replaceAll(/\/([\w.-]+)\/:\w+/gu, (_, before: string) => {
    const known =
      before === "f" ? site.contact.slice(3) : before === "email" ? site.mailToken : site.ids[before]
    return `/${before}/${known === undefined || random.chance(0.1) ? inPath(random) : known}`
  })

const fieldResource: Readonly<Record<string, string>> = {
  boardId: "boards",
  stageId: "stages",
  toStageId: "stages",
  ownerId: "users",
  dealId: "deals",
  leadId: "leads",
  deal_id: "deals",
  lead_id: "leads"
}

/** An operation's example, with ids that exist. */
const example = (site: Site, operation: Operation.Any): Fields => {
  const isSent = (name: string) =>
    name in (operation.example ?? {}) || operation.input[name]!.ast.context?.isOptional !== true
  const named = Object.keys(operation.input).filter((name) => name in fieldResource && isSent(name))
  const ids = named.map((name) => [name, site.ids[fieldResource[name]!]])
  return { ...operation.example, ...Object.fromEntries(ids) }
}

const query = (random: Random, known: ReadonlyArray<string>) => {
  const sent = new URLSearchParams()
  for (let n = 0; n <= random.int(3); n++) {
    sent.append(random.pick([...known, "other", "cursor", "limit", "__proto__"]), Hostile.text(random, 3_000))
  }
  return random.chance(0.1)
    ? Hostile.urlencoded(random, {}, known, 12_000)
    : `${sent.toString().slice(0, 14_000)}${random.pick(["", "&", "&&&&", "&a=%00", "&a=%ff%fe", "#"])}`
}

/** Sometimes adds unusual headers. */
const oddHeaders = (random: Random): Record<string, string> => {
  switch (random.int(12)) {
    case 0:
      return { cookie: Hostile.text(random, 3_000).replaceAll(/[^\x20-\x7e]/gu, "=;") }
    case 1:
      return { "idempotency-key": "k".repeat(random.pick([1, 255, 256, 9_000])) }
    case 2:
      return { accept: random.pick(["text/html", "*/*", ",".repeat(5_000), "text/html;q=".repeat(400)]) }
    case 3:
      return {
        "content-type": random.pick([
          "text/plain",
          "application/json; charset=utf-16",
          ";".repeat(9_000),
          "multipart/form-data",
          "a/b"
        ])
      }
    case 4:
      return { "content-encoding": random.pick(["gzip", "identity", "br, gzip"]) }
    case 5:
      return {
        "x-forwarded-for": random.pick(["1.1.1.1, ::1", ",".repeat(9_000), "\t"]),
        referer: "x".repeat(8_000)
      }
    default:
      return {}
  }
}

const caller = (site: Site, random: Random): Record<string, string> =>
  random.chance(0.9)
    ? { authorization: `Bearer ${site.token}` }
    : random.pick([
        {},
        { authorization: "Bearer svc_live_x" },
        { authorization: `Bearer ${"e".repeat(9_000)}` },
        { authorization: `Basic ${"=".repeat(3_000)}` }
      ])

/** Bytes of JSON, sometimes broken: cut short, or not UTF-8. */
const bytes = (random: Random, text: string): Buffer => {
  const made = Buffer.from(text)
  if (random.chance(0.04)) return Buffer.concat([made, Buffer.from([0xff, 0xfe, 0xc0])])
  if (random.chance(0.04)) return made.subarray(0, random.int(made.length + 1))
  return random.chance(0.02) ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), made]) : made
}

const chunked = (random: Random): Record<string, string> =>
  random.chance(0.08) ? { "transfer-encoding": "chunked" } : {}

const rest = (site: Site, operation: Operation.Routed): Target => ({
  name: `REST ${operation.id}`,
  shot: (random) => {
    const path = `/v1${fill(site, random, operation.http.path)}`
    const known = Object.keys(Operation.carriers(operation).rest)
    const headers = { ...caller(site, random), ...oddHeaders(random) }
    const { method } = operation.http
    if (operation.kind !== "write") return { method, path: `${path}?${query(random, known)}`, headers }
    const sent = Hostile.object(random, example(site, operation), known)
    return { method, path, headers: { ...json, ...headers, ...chunked(random) }, body: bytes(random, sent) }
  }
})

const rpc = (site: Site, operation: Operation.Any): Target => ({
  name: `RPC ${operation.id}`,
  shot: (random) => {
    const payload = Hostile.object(random, example(site, operation), Object.keys(operation.input))
    const headers = random.chance(0.9) ? "[]" : Hostile.json(random)
    const line = (id: number) =>
      `{"_tag":"Request","id":"${id}","tag":${JSON.stringify(operation.id)},"payload":${payload},"headers":${headers}}\n`
    const most = Math.ceil(1e6 / line(1).length)
    const count = random.chance(0.1) ? Math.min(random.pick([2, 20, 21, 4_000]), most) : 1
    const alike = random.chance(0.2)
    const sent = Array.from({ length: count }, (_, n) => line(alike ? 1 : n)).join("")
    return {
      method: "POST",
      path: "/rpc",
      headers: { "content-type": "application/ndjson", ...caller(site, random) },
      body: bytes(
        random,
        random.chance(0.05) ? random.pick(["{}\n", "[]\n", "\n", "1\n"]).repeat(300_000) : sent
      )
    }
  }
})

const message = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`

const mcp = (site: Site, name: string, text: (random: Random) => string): Target => ({
  name: `MCP ${name}`,
  shot: (random) => ({
    method: "POST",
    path: "/mcp",
    headers: {
      ...json,
      accept: "application/json, text/event-stream",
      ...caller(site, random),
      ...(random.chance(0.1)
        ? { "mcp-protocol-version": random.pick(["2026-07-28", "x", "9".repeat(5_000)]) }
        : {})
    },
    body: bytes(random, text(random))
  })
})

const methods = [
  "initialize",
  "tools/list",
  "resources/read",
  "resources/list",
  "prompts/get",
  "prompts/list",
  "server/discover",
  "subscriptions/listen",
  "completion/complete",
  "ping",
  "notifications/cancelled",
  "__proto__"
]

const mcpTargets = (site: Site): ReadonlyArray<Target> => [
  ...toolList().map(({ inputSchema, name }) =>
    mcp(site, name, (random) => {
      const known = Object.keys(inputSchema.properties ?? {})
      const ids = known
        .filter((one) => one in fieldResource)
        .map((one) => [one, site.ids[fieldResource[one]!]])
      const args = Hostile.object(random, Object.fromEntries(ids), known)
      return message("tools/call", `{"name":${JSON.stringify(name)},"arguments":${args}}`)
    })
  ),
  ...methods.map((method) =>
    mcp(site, method, (random) => {
      const params = Hostile.object(random, { uri: "pipeline://guide", name: "x" }, [
        "uri",
        "name",
        "arguments",
        "_meta",
        "cursor",
        "protocolVersion"
      ])
      const made = message(method, random.chance(0.2) ? Hostile.json(random) : params)
      return random.chance(0.1) ? `[${made.slice(0, 1_000)},${Hostile.json(random)}]` : made
    })
  )
]

const cookies = (site: Site) =>
  [...site.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")

/** The forms of pages, sent with the session of a signed-in person and hostile fields. */
const forms = (site: Site): ReadonlyArray<Target> =>
  site.forms.map(({ action, inputs }) => ({
    name: `form ${action}`,
    shot: (random) => {
      const plain = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
      const most = random.chance(0.2) ? 1_000_000 : 16_000
      const sent = Hostile.urlencoded(
        random,
        plain,
        Object.keys(plain).filter((name) => name !== "csrf"),
        most
      )
      const accept = random.chance(0.3) ? { accept: "application/json" } : {}
      return {
        method: "POST",
        path: action,
        headers: { ...form, cookie: cookies(site), ...accept, ...oddHeaders(random), ...chunked(random) },
        body: Buffer.from(sent)
      }
    }
  }))

interface Route {
  readonly method: string
  readonly path: string
}

const open: ReadonlyArray<Route> = [
  ...Pages.routes,
  ...OAuth.routes,
  ...Contact.routes,
  ...Docs.routes,
  ...Embed.routes,
  ...Files.routes,
  ...Health.routes,
  ...Metrics.routes
]

const queryNames = [
  "q",
  "board",
  "stage",
  "cursor",
  "from",
  "next",
  "code",
  "token",
  "email",
  "of",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "resource",
  "response_type",
  "code_challenge",
  "login_hint",
  "display",
  "ui_locales",
  "prompt",
  "claims",
  "utm_source"
]

/** GET requests, signed in or not. */
const gets = (site: Site): ReadonlyArray<Target> =>
  open
    .filter(({ method }) => method === "GET")
    .map(({ path }) => ({
      name: `GET ${path}`,
      shot: (random) => ({
        method: "GET",
        path: `${fill(site, random, path)}?${query(random, queryNames)}`,
        headers: { ...(random.chance(0.7) ? { cookie: cookies(site) } : {}), ...oddHeaders(random) }
      })
    }))

const multipart = (random: Random) => {
  const part = `--b\r\nContent-Disposition: form-data; name="${Hostile.text(random, 200)}"\r\n\r\n${Hostile.text(random, 100_000)}\r\n`
  return `${part.repeat(Math.min(random.pick([1, 3, 30_000]), Math.ceil(900_000 / part.length)))}${random.pick(["--b--\r\n", ""])}`
}

const postNames = [
  "csrf",
  "email",
  "password",
  "again",
  "next",
  "code",
  "workspace",
  "decision",
  "scope",
  "grant_type",
  "client_id",
  "client_secret",
  "refresh_token",
  "redirect_uri",
  "token",
  "message",
  "workEmail",
  "name",
  "client_assertion"
]

/** POST requests without a credential: to pages, OAuth and contact pages. */
const posts = (site: Site): ReadonlyArray<Target> =>
  open
    .filter(({ method }) => method === "POST")
    .map(({ path }) => ({
      name: `POST ${path}`,
      shot: (random) => {
        const kind = random.int(5)
        const headers =
          kind === 0 ? json : kind === 1 ? { "content-type": "multipart/form-data; boundary=b" } : form
        const text =
          kind === 0
            ? random.chance(0.3)
              ? Hostile.json(random)
              : Hostile.object(random, { redirect_uris: ["http://127.0.0.1/cb"], client_name: "App" }, [
                  ...postNames,
                  "jwks",
                  "client_name",
                  "redirect_uris"
                ])
            : kind === 1
              ? multipart(random)
              : Hostile.urlencoded(random, {}, postNames, random.pick([10_000, 1_000_000]))
        const accept = random.chance(0.5) ? { accept: "text/html" } : {}
        return {
          method: "POST",
          path: fill(site, random, path),
          headers: { ...headers, ...accept, ...oddHeaders(random), ...chunked(random) },
          body: bytes(random, text)
        }
      }
    }))

const mail = (site: Site): ReadonlyArray<Target> => [
  ...InboundEmail.routes.map(({ method, path }) => ({
    name: `${method} ${path}`,
    shot: (random: Random) => ({
      method,
      path: fill(site, random, path),
      headers: {
        "content-type": random.pick([
          "message/rfc822",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=b"
        ])
      },
      body: Buffer.from(
        random.chance(0.2) ? multipart(random) : Mail.message(random),
        random.chance(0.1) ? "latin1" : "utf8"
      )
    })
  })),
  {
    name: "SMTP",
    shot: (random) => ({
      method: "SMTP",
      path: "",
      headers: {},
      port: site.smtpPort,
      raw: Buffer.from(Mail.session(random, site.mailToken), random.chance(0.1) ? "latin1" : "utf8")
    })
  }
]

const rawLines = [
  "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\na\r\n0\r\nX: y\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551616\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET //\\..//?%%% HTTP/1.1\r\nHost: \u0000\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0016\u0003\u0001\u0000"
]

const raw: Target = {
  name: "HTTP itself",
  shot: (random) => ({
    method: "RAW",
    path: "",
    headers: {},
    raw: Buffer.from(
      random.chance(0.6)
        ? random.pick(rawLines)
        : `${random.pick(["GET", "POST", "BREW", ""])} ${inPath(random)} HTTP/1.1\r\n${`X: ${Hostile.text(random, 2_000)}\r\n`.repeat(random.int(20))}\r\n`,
      "latin1"
    )
  })
}

/** Reads the stored text where people with access see it. */
const shown = (site: Site): ReadonlyArray<Target> =>
  site.shown.map((path) => ({
    name: `shown ${path.replaceAll(/[0-9a-f-]{36}/gu, ":id")}`,
    shot: () => ({
      method: "GET",
      path,
      headers: path.startsWith("/v1/") ? { authorization: `Bearer ${site.token}` } : { cookie: cookies(site) }
    })
  }))

export const of = (site: Site): ReadonlyArray<Target> => [
  ...routed.map((operation) => rest(site, operation)),
  ...(all as ReadonlyArray<Operation.Any>).map((operation) => rpc(site, operation)),
  ...mcpTargets(site),
  ...forms(site),
  ...gets(site),
  ...posts(site),
  ...mail(site),
  ...shown(site),
  raw
]

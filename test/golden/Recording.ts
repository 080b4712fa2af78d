/** Requests of every operation and tool, and their responses in a form that is the same in every run. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Operation from "../../src/contract/Operation.ts"
import { everything, routed } from "../../src/Registry.ts"
import { argumentsOf, plant, readAll } from "../support/samples/Canaries.ts"
import { bearer, inModern, legacy, send } from "../support/mcp/McpMessages.ts"
import { as, workspace } from "../support/server/Contract.ts"
import * as Requests from "../support/server/Requests.ts"
import { TestService } from "../support/server/TestService.ts"

/** Responses by the name of their request. */
export type Recording = Record<string, unknown>

const nobody = "00000000-0000-7000-8000-000000000000"

/** Replaces what is random or of its time: ids by the order in which they first occur, the others by their kind. */
const stable = () => {
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`)
    return ids.get(id)!
  }
  return (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|stg_\w{16}/gu, idOf)
      .replaceAll(/req_[0-9a-f]{32}/gu, "<request>")
      .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/gu, "<time>")
      .replaceAll(/(owner|member|admin|viewer)\d+@/gu, "$1@")
      .replaceAll(/(plan\\*":\\*")[\w-]{12}/gu, "$1…")
      .replaceAll(/(\\*")[\w-]{22}(\\*")/gu, "$1<tag>$2")
      .replaceAll(/uploads\/[\w-]{40,}/gu, "uploads/…")
      .replaceAll(/(nextCursor\\*":\\*")[\w-]+/gu, "$1…")
      .replaceAll(/(urlFingerprint\\*":\\*")[^"\\]+/gu, "$1…")
      .replaceAll(/(hint\\*":\\*")\w{4}/gu, "$1…")
      .replaceAll(/linear-gradient\([^)]*\)/gu, "<color>")
      .replaceAll(/\b(whsec_|sk_|pk_|emb_)[\w+/=-]+/gu, "$1…")
      .replaceAll(/127\.0\.0\.1:\d+/gu, "<host>")
      .replaceAll(/((?:remaining|resetSeconds)\\*":)\d+/gu, (_, name: string) => `${name}0`)
      .replaceAll(/canary\?\d+|(example\.com\/[\w-]*)\?\d+/gu, "$1")
}

const unsteady = new Set(["date", "content-length", "etag", "ratelimit", "last-modified", "keep-alive"])

const headersOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !unsteady.has(name)).toSorted())

/** A workspace with one record of each kind that the operation names, and the response to each of its requests. */
const ofRoute = Effect.fnUntraced(function* (operation: Operation.Routed) {
  const recording: Recording = {}
  const owner = yield* workspace("standard")
  const show = stable()
  const ids: Record<string, string> = { ...(yield* Requests.fixtures(owner, routed)) }
  const record = Effect.fnUntraced(function* (
    what: string,
    request: ReturnType<typeof Requests.requestOf>,
    headers: Record<string, string> = {},
    api: Parameters<typeof Requests.send>[0] = owner
  ) {
    yield* TestClock.adjust("1 second")
    const response = yield* Requests.send(api, request, headers)
    recording[`${operation.id}: ${what}`] = {
      request: show(`${request.method} ${request.path} ${JSON.stringify(request.body) ?? ""}`).trim(),
      status: response.status,
      headers: JSON.parse(show(JSON.stringify(headersOf(response.headers)))),
      body: response.body === undefined ? show(response.text) : JSON.parse(show(response.text))
    }
  })
  const valid = Requests.requestOf(operation, ids)
  const stranger = yield* as("sk_unknown")
  yield* record("unknown credential", valid, {}, stranger)
  yield* record("scope that allows nothing here", valid, { scope: "none:such" })
  for (const place of Requests.placesOf(operation))
    yield* record(
      `unknown ${place.name}`,
      Requests.requestOf(operation, { ...ids, [place.resource]: nobody }, place)
    )
  if (Operation.hasBody(operation)) {
    yield* record("unknown field", { ...valid, body: { ...valid.body, surprise: 1 } })
    yield* record("no object", { ...valid, body: [] as never })
    for (const name of Object.keys(valid.body ?? {}))
      yield* record(`${name} of a wrong kind`, { ...valid, body: { ...valid.body, [name]: { wrong: [] } } })
  }
  if (operation.kind === "read") {
    yield* record("unknown parameter", {
      ...valid,
      path: `${valid.path}${valid.path.includes("?") ? "&" : "?"}surprise=1`
    })
    yield* record("as asked", valid)
    return recording
  }
  yield* record("dry run", valid, { "dry-run": "true" })
  yield* record("other version", valid, { "if-match": '"0"' })
  yield* record("as asked", valid, { "idempotency-key": "golden" })
  yield* record("repeated", valid, { "idempotency-key": "golden" })
  yield* record(
    "key of another request",
    { ...valid, body: { ...valid.body, other: 1 } },
    {
      "idempotency-key": "golden"
    }
  )
  yield* record("once more", valid)
  return recording
})

/** The results of a tool, in both versions of the protocol. */
const ofTool = Effect.fnUntraced(function* (tool: string, operation: Operation.Any) {
  const recording: Recording = {}
  const { url } = yield* TestService
  const owner = yield* workspace("standard")
  const show = stable()
  const ids = { ...(yield* Requests.fixtures(owner, routed)), board: owner.board.id }
  const valid = argumentsOf(operation, ids)
  const record = Effect.fnUntraced(function* (what: string, args: object, isModern = false) {
    yield* TestClock.adjust("1 second")
    const params = { name: tool, arguments: args }
    const { body, headers } = isModern
      ? inModern("tools/call", params)
      : { body: legacy("tools/call", params), headers: {} }
    const response = yield* Effect.promise(() =>
      send(url, "POST", { ...bearer(owner.apiKey.token), ...headers }, body)
    )
    const text = typeof response.body === "string" ? response.body : JSON.stringify(response.body)
    // Of an image its size tells nothing, and its bytes are those of the machine's fonts.
    recording[`${tool}: ${what}`] = {
      status: response.status,
      body: show(text).replaceAll(/"data":"[\w+/=]{100,}"/gu, '"data":"<image>"')
    }
  })
  yield* record("no arguments", {})
  yield* record("unknown argument", { ...valid, surprise: 1 })
  for (const name of Object.keys(valid))
    yield* record(`${name} of a wrong kind`, { ...valid, [name]: { wrong: [] } })
  if (operation.kind === "write") yield* record("dry run", { ...valid, dryRun: true })
  yield* record("as asked", valid)
  yield* record("as asked, 2026-07-28", valid, true)
  return recording
})

/** Records every read of a workspace that has records of all kinds, on every surface. */
const ofReads = Effect.gen(function* () {
  const recording: Recording = {}
  const owner = yield* workspace("standard")
  const show = stable()
  const ids = yield* plant(owner)
  for (const { surface, text, what } of yield* readAll(
    owner.apiKey.token,
    ids,
    "deals:read leads:read pipeline:read"
  ))
    recording[`${surface} of a full workspace: ${what}`] = show(text).replaceAll(
      /"data":"[\w+/=]{100,}"/gu,
      '"data":"<image>"'
    )
  return recording
})

/** A delivery goes on while it is read, and refusals are logged after their answers, so these differ each time. */
const isSteady = (what: string) => !/webhook_deliver|list_audit_entries/u.test(what)

export const record = Effect.gen(function* () {
  const all = [
    ...(yield* Effect.forEach(routed, ofRoute)),
    ...(yield* Effect.forEach(everything, (one) =>
      one.tool === undefined ? Effect.succeed({}) : ofTool(one.tool, one)
    )),
    yield* ofReads
  ]
  const recording = Object.assign({}, ...all) as Recording
  return Object.fromEntries(Object.entries(recording).filter(([what]) => isSteady(what)))
})

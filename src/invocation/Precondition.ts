/** If-Match: a write runs only if its record still has the version that the caller saw (RFC 9110, section 13.1.1). */
import { Effect } from "effect"
import { hash } from "node:crypto"
import { RecordLock, type Table } from "../../layers/records/RecordLock.ts"
import { Conflict, Invalid } from "../../schema/Fault.ts"
import type { Step } from "./Invocation.ts"
import * as RunOperation from "./RunOperation.ts"

/** A note names the write that created it only in that write's own answer, so the field is not part of the version. */
const entry = /,"entryId":"[^"]*"\}$/u

/** The ETag of a record: a hash of its whole representation, including the names of its stage and owner. */
export const etagOf = (text: string): string =>
  `"${hash("sha256", text.replace(entry, "}"), "base64url").slice(0, 22)}"`

/** The table of the record that a read returns. */
const tables: Readonly<Record<string, Table>> = {
  "approvals.get": "approvals",
  "boards.get": "boards",
  "boards.goals": "boards",
  "boards.stages": "boards",
  "deals.get": "deals",
  "leads.get": "leads",
  "notes.get": "notes",
  "templates.get": "templates",
  "webhooks.get": "webhooks"
}

/** Empty list elements are ignored (RFC 9110, section 5.6.1). */
const list = /^[\s,]*(?:\*|(?:W\/)?"[^"]*"(?:\s*,[\s,]*(?:W\/)?"[^"]*")*)[\s,]*$/u

const malformed = new Invalid({
  code: "invalid_request",
  message: `If-Match must be * or ETags with their quotes, such as "2jmj7l5rSw0yVb-vlWAYkK", separated by commas.`
})

const notHere = new Invalid({
  code: "invalid_request",
  message:
    "If-Match is for the change of one record that can be read, and this call changes none. Leave If-Match (ifMatch) out."
})

const severalRecords = new Invalid({
  code: "invalid_request",
  message:
    "If-Match is for the change of one record, and this call changes several. Send a call for each, or leave If-Match (ifMatch) out."
})

/** Strong comparison: a weak tag matches nothing. */
const names = (ifMatch: string, etag: string) =>
  ifMatch.replaceAll(/[\s,]/gu, "") === "*" ||
  [...ifMatch.matchAll(/(?:W\/)?"[^"]*"/gu)].some(([tag]) => tag === etag)

const changed = (etag: string) =>
  new Conflict({
    code: "precondition_failed",
    message: `The record has changed since: its ETag is ${etag} now. Read it again, and send the change with that ETag if it still fits.`,
    meta: { etag }
  })

const others = ["if-none-match", "if-unmodified-since"] as const

/** Why a write's headers are refused: a condition that is ignored must not seem to hold. */
export const flaw = (headers: Readonly<Record<string, string | undefined>>): Invalid | undefined => {
  const sent = others.find((name) => headers[name] !== undefined)
  if (sent === undefined) return undefined
  const name = sent === "if-none-match" ? "If-None-Match" : "If-Unmodified-Since"
  return new Invalid({
    code: "invalid_request",
    message: `${name} is not a condition that writes take. Send If-Match with the record's ETag instead.`
  })
}

/** Checks within the transaction that the record has the version named by the call, then runs the write. */
export const checkIfMatch: Step = (operation, next) => {
  const { resolve = (input: object) => Effect.succeed(input) } = operation
  const preconditions = operation.preconditions?.() ?? []
  const check = Effect.fnUntraced(function* (ifMatch: string, sent: Readonly<Record<string, unknown>>) {
    const [found, other] = preconditions.filter(({ fields }) =>
      Object.values(fields).every((field) => sent[field] !== undefined)
    )
    if (found === undefined) return yield* notHere
    if (other !== undefined) return yield* severalRecords
    const { fields, read } = found
    const named = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sent[field]]))
    const table = tables[read.id]
    if (table !== undefined) yield* (yield* RecordLock).lock(table, String(named["id"]))
    const { text } = yield* RunOperation.encoder(read)(yield* read.run(named))
    const etag = etagOf(text)
    if (!names(ifMatch, etag)) return yield* changed(etag)
  })
  return (invocation, input) => {
    const { ifMatch } = invocation.call
    if (ifMatch === undefined) return next(invocation, input)
    if (preconditions.length === 0) return Effect.fail(notHere)
    if (!list.test(ifMatch)) return Effect.fail(malformed)
    return Effect.flatMap(resolve(input), (named) =>
      Effect.andThen(check(ifMatch, { ...named }), next(invocation, named))
    )
  }
}

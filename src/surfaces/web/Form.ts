/** Forms as browsers send them, taken only from pages of ours. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { say } from "./words/Words.ts"
import type { Actor } from "../../../layers/identity/Actor.ts"
import type { Fault } from "../../../schema/Fault.ts"
import * as Auth from "../Auth.ts"
import * as Body from "../http/request/Body.ts"
import { ofActor, type Sender } from "../http/server/InFlight.ts"
import * as Urlencoded from "../http/request/Urlencoded.ts"
import type { Part } from "./Html.ts"
import { Refusal } from "./PageResponse.ts"
import { type BrowserSession, Visits } from "./BrowserSession.ts"

export const notOurs = new Refusal({
  type: "permission_error",
  message: say.failures.notOurs
})

const unstorable = new Refusal({
  type: "invalid_request_error",
  message: say.failures.unstorable
})

const repeated = new Refusal({
  type: "invalid_request_error",
  message: say.failures.repeated
})

export const unfit = new Refusal({
  type: "invalid_request_error",
  message: say.failures.unfit
})

export interface Submission {
  readonly visit: BrowserSession
  /** The first value of a field; empty where it was not sent. */
  readonly text: (name: string) => string
  readonly all: (name: string) => ReadonlyArray<string>
}

/** A form that was not taken, and why. */
export interface Refused {
  readonly form: Submission
  readonly fault: Fault
  readonly problem: Part
}

const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/iu

/** The form a browser of this visit sent, within so many bytes. */
const take = Effect.fnUntraced(function* (visit: BrowserSession, sender: Sender, max: number) {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!isForm.test(request.headers["content-type"] ?? "")) return yield* unfit
  const fields = yield* Urlencoded.parse(yield* Body.readText(request, sender, max))
  if (!(yield* Visits).isOurs(request, visit, fields.get("csrf"))) return yield* notOurs
  const submission: Submission = {
    visit,
    text: (name) => fields.get(name) ?? "",
    all: (name) => fields.getAll(name)
  }
  return { fields, submission }
})

/**
 * A small form that anybody may send: its address is counted before a byte of it is read. It does no operation that
 * would refuse what cannot be stored, or is ambiguous. `lists` are the fields that may be given more than once.
 */
export const read = Effect.fnUntraced(function* (purpose = "form", lists: ReadonlyArray<string> = []) {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, purpose)
  const visit = yield* (yield* Visits).of(request)
  const { fields, submission } = yield* take(visit, yield* Auth.senderOf(request), Body.smallForm)
  if ([...fields.values()].some((text) => text.includes("\u0000"))) return yield* unstorable
  const names = [...fields.keys()].filter((name) => !lists.includes(name))
  if (new Set(names).size < names.length) return yield* repeated
  return submission
})

/** Reads the body of a form and hands it over, as long as it lasts. */
export type Using<S extends Submission> = <A, E, R>(
  visit: BrowserSession,
  actor: Actor["Service"],
  use: (submission: S) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | Body.Unread | Refusal, R | HttpServerRequest.HttpServerRequest | Visits>

/** A form of someone who is signed in, and who has been counted. The operation it does checks its fields. */
export const using: Using<Submission> = (visit, actor, use) =>
  Effect.flatMap(take(visit, ofActor(actor), Body.maxBody), ({ submission }) => use(submission))

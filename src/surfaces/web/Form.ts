/** HTML forms, accepted only from our own pages. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { say } from "./i18n/Words.ts"
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
  /** The first value of a field; empty if it was not sent. */
  readonly text: (name: string) => string
  readonly all: (name: string) => ReadonlyArray<string>
}

/** A form that was refused, and the reason. */
export interface Refused {
  readonly form: Submission
  readonly fault: Fault
  readonly problem: Part
}

const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/iu

/** The form that this browser sent, within `max` bytes. */
const take = Effect.fnUntraced(function* (session: BrowserSession, sender: Sender, max: number) {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!isForm.test(request.headers["content-type"] ?? "")) return yield* unfit
  const fields = yield* Urlencoded.parse(yield* Body.readText(request, sender, max))
  if (!(yield* Visits).isOurs(request, session, fields.get("csrf"))) return yield* notOurs
  const submission: Submission = {
    visit: session,
    text: (name) => fields.get(name) ?? "",
    all: (name) => fields.getAll(name)
  }
  return { fields, submission }
})

/**
 * A small form that anybody may send. The address is counted against its limit before the body is read. Text that can't be stored and
 * repeated fields are refused here; only `lists` may be repeated.
 */
export const read = Effect.fnUntraced(function* (purpose = "form", lists: ReadonlyArray<string> = []) {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, purpose)
  const session = yield* (yield* Visits).of(request)
  const { fields, submission } = yield* take(session, yield* Auth.senderOf(request), Body.smallForm)
  if ([...fields.values()].some((text) => text.includes("\u0000"))) return yield* unstorable
  const names = [...fields.keys()].filter((name) => !lists.includes(name))
  if (new Set(names).size < names.length) return yield* repeated
  return submission
})

/** Reads the body of a form and passes it to `use`. The body may be in use only until `use` ends. */
export type Using<S extends Submission> = <A, E, R>(
  session: BrowserSession,
  actor: Actor["Service"],
  use: (submission: S) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | Body.Unread | Refusal, R | HttpServerRequest.HttpServerRequest | Visits>

/** A form of a signed-in person whose request was counted. The operation checks the fields. */
export const using: Using<Submission> = (session, actor, use) =>
  Effect.flatMap(take(session, ofActor(actor), Body.maxBody), ({ submission }) => use(submission))

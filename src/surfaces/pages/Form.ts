/** Forms as browsers send them, taken only from pages of ours. */
import { Effect } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { Refusal } from "./Page.ts"
import { type Visit, Visits } from "./Visit.ts"

/** More than any form of ours holds. */
const largest = 65_536

const tooLarge = new Refusal({ status: 400, message: "The form is too large. Shorten what was typed in." })

const notOurs = new Refusal({
  status: 403,
  message:
    "This form is out of date, or did not come from this site. Go back, reload the page and send it again. If that does not help, allow this site to keep cookies."
})

const unfit = new Refusal({ status: 400, message: "This takes a form, sent by the page it is on." })

export interface Submission {
  readonly visit: Visit
  /** The first value of a field; empty where it was not sent. */
  readonly text: (name: string) => string
  readonly all: (name: string) => ReadonlyArray<string>
}

/** The form of this request. */
export const read = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const visits = yield* Visits
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/iu.test(request.headers["content-type"] ?? "")) {
    return yield* unfit
  }
  const body = yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, largest as never),
    Effect.mapError(() => tooLarge)
  )
  const fields = new URLSearchParams(body)
  const visit = yield* visits.of(request)
  if (!visits.isOurs(request, visit, fields.get("csrf"))) return yield* notOurs
  const submission: Submission = {
    visit,
    // PostgreSQL cannot store U+0000, and nobody types it.
    text: (name) => (fields.get(name) ?? "").replaceAll("\u0000", ""),
    all: (name) => fields.getAll(name)
  }
  return submission
})

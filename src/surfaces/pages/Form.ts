/** Forms as browsers send them, taken only from pages of ours. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import * as Body from "../Body.ts"
import { Refusal } from "./Page.ts"
import { type Visit, Visits } from "./Visit.ts"

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
  const fields = new URLSearchParams(yield* Body.readText(request))
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

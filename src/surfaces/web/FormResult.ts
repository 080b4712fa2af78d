/** What comes of a form: the next page with a notice, or, for a script that asks for JSON, what that notice would say. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Fault } from "../../../schema/Fault.ts"
import * as Answer from "../http/response/Answer.ts"
import { Exchange } from "../http/Exchange.ts"
import * as Faults from "./Faults.ts"
import { type Part, plain } from "./Html.ts"
import * as PageResponse from "./PageResponse.ts"
import * as BrowserSession from "./BrowserSession.ts"

/** Where to go on: of a form once it is done, with what the next page says of it. */
export interface Done {
  readonly to: string
  readonly notice?: Part
  /** What the notice offers: "undo" where an undo takes back all that the form did, "redo" where the form is an undo. */
  readonly offers?: BrowserSession.Sequel["kind"]
  /** The notice tells of what was not done. */
  readonly isWrong?: boolean
}

export const wantsJson = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  headers["accept"]?.startsWith("application/json") === true

export const goOn = Effect.fnUntraced(function* (
  visit: BrowserSession.BrowserSession,
  done: Done,
  quietly: boolean
) {
  const { isWrong, notice, offers: kind, to } = done
  const { requestId } = yield* Exchange
  const sequel = kind && { kind, requestId }
  if (!quietly) {
    const next = PageResponse.goTo(to)
    return notice === undefined ? next : BrowserSession.say(visit, notice, sequel)(next)
  }
  const told = notice === undefined ? undefined : plain(notice, visit.reader)
  return Answer.json(200, JSON.stringify({ notice: told, isWrong, ...sequel }))
})

/** The error envelope, for a script to say in the language of the page. */
export const refuse = (visit: BrowserSession.BrowserSession, fault: Fault) =>
  Answer.ofFault({ ...fault, message: plain(Faults.of(fault), visit.reader) } as Fault)

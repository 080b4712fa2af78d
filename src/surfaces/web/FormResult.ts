/** The result of a form: the next page with a notice, or the text of that notice for a script that asks for JSON. */
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Fault } from "../../../schema/Fault.ts"
import * as Answer from "../http/response/Answer.ts"
import { Exchange } from "../http/Exchange.ts"
import * as Faults from "./Faults.ts"
import { type Part, plain } from "./Html.ts"
import * as PageResponse from "./PageResponse.ts"
import * as BrowserSession from "./BrowserSession.ts"

/** The page to open once a form is done, and the notice to show there. */
export interface NextPage {
  readonly to: string
  readonly notice?: Part
  /** The action that the notice offers: "undo" if an undo reverts everything the form did, "redo" if the form is an undo. */
  readonly offers?: BrowserSession.Sequel["kind"]
  /** Whether the notice reports a failure. */
  readonly isWrong?: boolean
}

export const wantsJson = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  headers["accept"]?.startsWith("application/json") === true

export const goOn = Effect.fnUntraced(function* (
  session: BrowserSession.BrowserSession,
  done: NextPage,
  quietly: boolean
) {
  const { isWrong, notice, offers: kind, to } = done
  const { requestId } = yield* Exchange
  const sequel = kind && { kind, requestId }
  if (!quietly) {
    const next = PageResponse.goTo(to)
    return notice === undefined ? next : BrowserSession.showNotice(session, notice, sequel)(next)
  }
  const text = notice === undefined ? undefined : plain(notice, session.reader)
  return Answer.json(200, JSON.stringify({ notice: text, isWrong, ...sequel }))
})

/** The error envelope for a script, with the message in the page's language. */
export const refuse = (session: BrowserSession.BrowserSession, fault: Fault) =>
  Answer.ofFault({ ...fault, message: plain(Faults.of(fault), session.reader) } as Fault)

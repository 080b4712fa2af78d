/** The signed-in pages: they resolve the person and the workspace, then render. */
import { Effect, Exit } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Actor } from "../../../../layers/identity/Actor.ts"
import { Ids } from "../../../../layers/runtime/Ids.ts"
import { now } from "../../../../layers/runtime/Now.ts"
import * as ShiftedClock from "../../../../layers/runtime/ShiftedClock.ts"
import type { Membership } from "../../../../layers/identity/people/Membership.ts"
import * as WorkspaceStatus from "../../../../layers/identity/rehearsals/WorkspaceStatus.ts"
import { People } from "../../../../layers/identity/people/People.ts"
import { status as statuses, statusOf } from "../../../../schema/Fault.ts"
import * as Scope from "../../../../schema/Scope.ts"
import { Call } from "../../../invocation/Call.ts"
import { faultIn } from "../../../invocation/AuditEntries.ts"
import * as Answer from "../../http/response/Answer.ts"
import * as Auth from "../../Auth.ts"
import { Exchange } from "../../http/Exchange.ts"
import { keyPattern } from "../../http/request/Fields.ts"
import { callOperation } from "../CallOperation.ts"
import * as Reader from "../i18n/Reader.ts"
import { say } from "../i18n/Words.ts"
import * as Faults from "../Faults.ts"
import * as Form from "../Form.ts"
import { html, type Html } from "../Html.ts"
import * as ReturnPath from "../../../identity/pages/signIn/ReturnPath.ts"
import * as FormResult from "../FormResult.ts"
import * as PageResponse from "../PageResponse.ts"
import * as BrowserSession from "../BrowserSession.ts"
import type { Content, PageContext, SignedIn } from "./PageContext.ts"
import { frame, suspendedFrame } from "./WorkspaceFrame.ts"

type Response = HttpServerResponse.HttpServerResponse

export const isSignedIn = (session: BrowserSession.BrowserSession): session is SignedIn =>
  session.session !== undefined

/** Whether a page shows the controls that need this scope. The operations check it themselves. */
export const may = ({ actor }: PageContext, scope: Scope.Scope): boolean => actor.scopes.has(scope)

/** The person as an actor: what the role allows right now, in the workspace of this browser. */
const actorOf = (
  { session }: SignedIn,
  { lostReasons, name, plan, rehearsal, role, suspended, timeZone, workspaceId }: Membership
): Actor["Service"] => ({
  credential: { kind: "session" },
  user: { id: session.userId, email: session.email, name: session.name },
  workspace: {
    id: workspaceId,
    name,
    plan,
    ...(rehearsal && { rehearsal }),
    ...(suspended && { suspended }),
    ...(timeZone !== undefined && { timeZone }),
    ...(lostReasons !== undefined && { lostReasons })
  },
  role,
  granted: new Set(Scope.all),
  scopes: new Set(Scope.ofRole[role])
})

const homeless = new PageResponse.Refusal({
  type: "permission_error",
  message: say.frame.homeless
})

const hereFor = Effect.fnUntraced(function* (visit: SignedIn, url: URL) {
  const memberships = yield* (yield* People).memberships(visit.session.userId)
  const chosen = memberships.find(({ workspaceId }) => workspaceId === visit.session.workspaceId)
  const membership = chosen ?? memberships.find(({ suspended }) => suspended === undefined) ?? memberships[0]
  if (membership === undefined) return undefined
  const actor = actorOf(visit, membership)
  yield* Auth.count(actor)
  const { language, zone } = visit.reader
  ;(yield* Reader.Reading).reader = Reader.of(language, zone, membership.timeZone)
  const params = yield* HttpRouter.params
  const param = (name: string) => params[name] ?? ""
  const showing = yield* (yield* Ids).uuid
  const time = ShiftedClock.moved(yield* now, membership.rehearsal?.offset ?? 0)
  return { visit, actor, memberships, url, param, showing, now: time } satisfies PageContext
})

/** Runs the effects of a page as the signed-in person. */
const runAs = <A, E, R>(context: PageContext, effect: Effect.Effect<A, E, R>, idempotencyKey?: string) =>
  Effect.gen(function* () {
    const { requestId } = yield* Exchange
    return yield* effect.pipe(
      Effect.provideService(Actor, context.actor),
      Effect.provideService(Call, { requestId, surface: "pages", idempotencyKey })
    )
  })

const locate = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => [request, new URL(request.url, "http://here.invalid")] as const
)

/** The page for people who belong to no workspace. */
const outside = "/account"

const isDone = (outcome: FormResult.NextPage | Content | Response): outcome is FormResult.NextPage =>
  "to" in outcome

/** Replaces every page of a suspended workspace. */
const suspended = (context: PageContext): Response =>
  PageResponse.respond(suspendedFrame(context), { status: statuses.permission_error })

const countWaiting = callOperation("approvals.count")

/** Puts the content into the frame, where admins see the number of pending approvals. */
const framed = (
  context: PageContext,
  content: Content,
  options?: Parameters<typeof PageResponse.respond>[1]
) => {
  const waiting =
    context.actor.role === "admin"
      ? Effect.map(runAs(context, countWaiting({})), ({ count }) => count)
      : Effect.undefined
  return Effect.map(waiting, (count) =>
    PageResponse.respond(frame(context, content, count), {
      ...(content.status && { status: content.status }),
      ...options
    })
  )
}

const respond = (context: PageContext, content: Content | Response) =>
  HttpServerResponse.isHttpServerResponse(content) ? Effect.succeed(content) : framed(context, content)

/** A page or file of the workspace, or a redirect. Signed-out visitors sign in first and then return here. */
export const page = <E, R>(
  path: `/${string}`,
  show: (context: PageContext) => Effect.Effect<Content | FormResult.NextPage | Response, E, R>
) =>
  PageResponse.route(
    "GET",
    path,
    Effect.gen(function* () {
      const [request, url] = yield* locate
      const session = yield* (yield* BrowserSession.Visits).of(request)
      if (!isSignedIn(session)) return PageResponse.goTo(ReturnPath.signIn(url.pathname + url.search))
      const here = yield* hereFor(session, url)
      if (here === undefined) return PageResponse.goTo(outside)
      if (here.actor.workspace.suspended !== undefined) return BrowserSession.keep(session)(suspended(here))
      const outcome = yield* runAs(here, show(here))
      // The notice is shown on the page that this leads to.
      if (isDone(outcome)) return yield* FormResult.goOn(session, outcome, false)
      return BrowserSession.keep(session)(yield* respond(here, outcome))
    })
  )

interface FormOptions<E, R, E2, R2, S extends Form.Submission> {
  /** Handles the form. The result is a redirect, or content to show instead. */
  readonly run: (context: PageContext, form: S) => Effect.Effect<FormResult.NextPage | Content, E, R>
  /** The form's page with the typed values and the errors. If absent, a page shows only the message. */
  readonly again?: (context: PageContext, refused: Form.Refused) => Effect.Effect<Content, E2, R2>
}

/** The form's idempotency key, if it has one. */
const onceOf = ({ text }: Form.Submission) => (keyPattern.test(text("once")) ? text("once") : undefined)

/**
 * A form of the workspace, whose body is read by `using`. A `once` field is the idempotency key. A script that asks for JSON gets the
 * notice and its action, or the error envelope.
 */
export const formUsing = <E, R, S extends Form.Submission, E2 = never, R2 = never>(
  using: Form.Using<S>,
  path: `/${string}`,
  { again, run }: FormOptions<E, R, E2, R2, S>
) =>
  PageResponse.route(
    "POST",
    path,
    Effect.gen(function* () {
      const [request, url] = yield* locate
      const quietly = FormResult.wantsJson(request)
      const session = yield* (yield* BrowserSession.Visits).of(request)
      if (!isSignedIn(session)) {
        yield* Auth.countAddress(request, "form")
        return PageResponse.goTo(ReturnPath.signIn("/"))
      }
      const here = yield* hereFor(session, url)
      if (here === undefined) return yield* homeless
      const { suspended: closed } = here.actor.workspace
      if (closed !== undefined) return yield* WorkspaceStatus.refusal(closed)
      const { exit, submission } = yield* using(session, here.actor, (sent) =>
        Effect.map(Effect.exit(runAs(here, run(here, sent), onceOf(sent))), (exit) => ({
          exit,
          submission: sent
        }))
      )
      if (Exit.isSuccess(exit)) {
        const outcome = exit.value
        return yield* isDone(outcome) ? FormResult.goOn(session, outcome, quietly) : framed(here, outcome)
      }
      const fault = faultIn(exit.cause)
      if (quietly) return yield* FormResult.refuse(session, yield* Answer.faultOf(exit.cause))
      if (fault === undefined || again === undefined) return yield* Effect.failCause(exit.cause)
      const content = yield* runAs(here, again(here, { form: submission, fault, problem: Faults.of(fault) }))
      return yield* framed(here, content, { status: statusOf(fault) })
    })
  )

/** A form without a file. */
export const form = <E, R, E2 = never, R2 = never>(
  path: `/${string}`,
  options: FormOptions<E, R, E2, R2, Form.Submission>
) => formUsing(Form.using, path, options)

/** The hidden fields of a form: its CSRF token, and an idempotency key so that a form sent twice takes effect once. */
export const hidden = ({ showing, visit }: PageContext, form: string): Html =>
  html`${BrowserSession.hidden(visit)}<input type="hidden" name="once" value="${showing} ${form}" />`

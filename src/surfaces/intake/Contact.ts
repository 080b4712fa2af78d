/** The hosted contact page, and the address that receives its form or one on another website. */
import { Clock, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { Forms, type OpenForm } from "../../../layers/intake/Forms.ts"
import { type Claim, Idempotency } from "../../../layers/records/Idempotency.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import * as ShiftedClock from "../../../layers/runtime/ShiftedClock.ts"
import * as WorkspaceStatus from "../../../layers/identity/rehearsals/WorkspaceStatus.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Audit } from "../../../layers/audit/Audit.ts"
import * as AuditActors from "../../../layers/audit/AuditActors.ts"
import { type Fault, Invalid, NotFound, RateLimited, statusOf } from "../../../schema/Fault.ts"
import { submitted, type Submission } from "../../../schema/LeadSubmission.ts"
import * as BotCheck from "../../intake/rules/BotCheck.ts"
import * as FormFields from "../../intake/rules/FormFields.ts"
import * as IntakeToken from "../../intake/rules/IntakeToken.ts"
import * as Answer from "../http/response/Answer.ts"
import * as Auth from "../Auth.ts"
import * as ContactPage from "./contact/ContactPage.ts"
import * as FormBody from "./contact/FormBody.ts"
import * as Reader from "./contact/Reader.ts"
import * as FormTimestamp from "./contact/FormTimestamp.ts"
import { bodyDecoder } from "../http/request/Fields.ts"
import * as Faults from "../web/Faults.ts"
import * as Problems from "../web/form/Problems.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const noForm = new NotFound({
  code: "form_not_found",
  message:
    "There is no form at this address, or it was closed. Ask whoever gave it to you for the current one."
})

const late = new Invalid({
  code: "invalid_body",
  message: "This page was open for a long time. Send the form once more.",
  meta: {
    issues: [{ path: ContactPage.stamp, message: "This page was open for a long time. Press Send again." }]
  }
})

const find = Effect.fn("Contact.find")(function* (token: string) {
  const workspaceId = yield* Effect.fromOption(IntakeToken.workspaceOf(token))
  const form = yield* Effect.flatMap((yield* Forms).open(token), Effect.fromOption).pipe(
    Effect.provideService(Tenant, { workspaceId })
  )
  return { form, workspaceId }
})

/** The form that this request names. The sender's address is counted first. */
const enter = Effect.fnUntraced(function* (request: Request, purpose: string) {
  yield* Auth.countAddress(request, purpose)
  const { token = "" } = yield* HttpRouter.params
  const found = yield* Effect.option(find(token))
  if (Option.isNone(found)) return yield* noForm
  return found.value.form.isClosed ? yield* WorkspaceStatus.closed : found.value
})

const queryOf = (request: Request) => {
  const mark = request.url.indexOf("?")
  return new URLSearchParams(mark < 0 ? "" : request.url.slice(mark + 1))
}

/** The visitor's source, from the query and the headers. */
const trackedOf = (request: Request): FormFields.Fields => {
  const fields = FormFields.read(queryOf(request))
  return Object.fromEntries(
    FormFields.tracked.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  )
}

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const page = Effect.gen(function* () {
    const { form } = yield* enter(request, "contact-page")
    const values = FormFields.read([
      ["sourceUrl", `${yield* BaseUrl}${request.url}`],
      ["pageTitle", `Contact ${form.workspaceName}`],
      ["referrer", request.headers["referer"]],
      ...Object.entries(trackedOf(request))
    ])
    const stamp = yield* FormTimestamp.sign(form.token, yield* Clock.currentTimeMillis)
    return ContactPage.form({ reader: Reader.of(request), workspaceName: form.workspaceName, values, stamp })
  })
  return yield* Reader.orPage(request)(page)
})

const decode = bodyDecoder(submitted, false)

/** A text field of the body that isn't part of a lead. */
const extra = (body: FormBody.FormBody, name: string): string => {
  const value = body.findLast(([key]) => key === name)?.[1]
  return typeof value === "string" ? value : ""
}

const judge = Effect.fnUntraced(function* (form: OpenForm, body: FormBody.FormBody) {
  const stamp = extra(body, ContactPage.stamp)
  const issued = stamp === "" ? undefined : yield* FormTimestamp.read(form.token, stamp)
  const evidence = { honeypot: extra(body, ContactPage.trap), issued }
  return BotCheck.judge(evidence, yield* Clock.currentTimeMillis)
})

type Judged = Exclude<BotCheck.Verdict, "late">

/**
 * Identifies a submission of our page, so that sending it twice creates one lead. A different text, or a first try that was too fast, gives
 * a different key.
 */
const claimOf = (form: OpenForm, stamp: string, fields: FormFields.Fields, verdict: Judged): Claim => {
  const key = createHash("sha256")
    .update(JSON.stringify([stamp, verdict, ...Object.entries(fields).sort()]))
    .digest("base64url")
  return { credential: `form:${form.id}`, key, request: "leads.create" }
}

/** Submissions that look like a bot's are kept and marked, because a person with autofill is just as fast. */
const receive = Effect.fnUntraced(function* (
  form: OpenForm,
  stamp: string,
  fields: FormFields.Fields,
  verdict: Judged
) {
  const submission = (yield* decode({ ...fields, source: "form" })) as Submission
  const leads = yield* LeadIntake
  const idempotency = yield* Idempotency
  const way = { formId: form.id, doubt: verdict === "person" ? null : verdict }
  const land = ShiftedClock.ahead(form.clockOffset, leads.receiveFromStranger(form.boardId, submission, way))
  const claim = claimOf(form, stamp, fields, verdict)
  const once = Effect.gen(function* () {
    if ((yield* idempotency.claim(claim)) !== undefined) return
    yield* land
    yield* idempotency.keep(claim, { status: 201, body: "" })
  })
  const auditContext = {
    operation: "intake.form",
    surface: "intake",
    doer: AuditActors.visitor("form")
  } as const
  yield* (yield* Audit).runAudited(auditContext, stamp === "" ? land : once)
})

/** Failures that a visitor can fix in the form. */
type Mendable = Invalid | RateLimited

const isMendable = (fault: Fault): fault is Mendable =>
  fault instanceof Invalid || fault instanceof RateLimited

const problemsOf = (fault: Mendable): ReadonlyArray<Problems.Issue> => {
  const issues = Problems.issuesOf(fault)
  return issues.length > 0 ? issues : [{ path: "form", message: Faults.of(fault) }]
}

/** The form with the submitted values. Its stamp is old enough for it to be sent immediately. */
const again = Effect.fnUntraced(function* (
  request: Request,
  form: OpenForm,
  body: FormBody.FormBody,
  values: FormFields.Fields,
  fault: Mendable
) {
  const now = yield* Clock.currentTimeMillis
  return ContactPage.form({
    reader: Reader.of(request),
    workspaceName: form.workspaceName,
    values,
    stamp: yield* FormTimestamp.sign(form.token, now - BotCheck.quickest),
    redirect: extra(body, ContactPage.redirect) || undefined,
    problems: problemsOf(fault),
    status: statusOf(fault)
  })
})

/** The redirect target, if it is on the site that sent the form; any other would make us an open redirector. */
const onwards = (request: Request, target: string): string | undefined => {
  const url = URL.parse(target)
  return url !== null && url.origin === request.headers["origin"] && /^https?:$/u.test(url.protocol)
    ? url.href
    : undefined
}

const done = (request: Request, form: OpenForm, body: FormBody.FormBody): Response => {
  if (!Reader.readsPages(request)) {
    return Answer.json(200, JSON.stringify({ ok: true, message: "Thank you. Your message was received." }))
  }
  const location = onwards(request, extra(body, ContactPage.redirect)) ?? `/f/${form.token}/thanks`
  return HttpServerResponse.empty({ status: 303, headers: { location, "cache-control": "no-store" } })
}

const submit = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const answer = Effect.gen(function* () {
    const { form, workspaceId } = yield* enter(request, "contact-form")
    const body = yield* FormBody.read(request, yield* Auth.senderOf(request))
    const verdict = yield* judge(form, body)
    const referer = { sourceUrl: request.headers["referer"] ?? "" }
    const fields = FormFields.read([
      ...Object.entries(referer),
      ...Object.entries(trackedOf(request)),
      ...body
    ])
    const sent: Effect.Effect<void, Fault, Effect.Services<ReturnType<typeof receive>>> = verdict === "late"
      ? Effect.fail(late)
      : receive(form, extra(body, ContactPage.stamp), fields, verdict)
    return yield* sent.pipe(
      Effect.provideService(Tenant, { workspaceId }),
      Effect.as(done(request, form, body)),
      Effect.catchIf(
        (fault): fault is Mendable => isMendable(fault) && Reader.readsPages(request),
        (fault) => again(request, form, body, fields, fault)
      )
    )
  })
  return yield* Reader.orPage(request)(answer)
})

const thank = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const page = Effect.map(enter(request, "contact-page"), ({ form }) =>
    ContactPage.thanks(Reader.of(request), form.workspaceName)
  )
  return yield* Reader.orPage(request)(page)
})

export const routes = [
  { method: "GET", path: "/f/:token" },
  { method: "POST", path: "/f/:token" },
  { method: "GET", path: "/f/:token/thanks" }
]

export const layer = Layer.mergeAll(
  HttpRouter.add("GET", "/f/:token", show),
  HttpRouter.add("POST", "/f/:token", submit),
  HttpRouter.add("GET", "/f/:token/thanks", thank)
)

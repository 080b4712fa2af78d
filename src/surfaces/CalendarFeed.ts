/** Next steps as a calendar feed. The secret address is the only credential that calendar programs need. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Actor } from "../../layers/identity/Actor.ts"
import { Calendars, type Subscribed } from "../../layers/identity/Calendars.ts"
import * as WorkspaceStatus from "../../layers/identity/rehearsals/WorkspaceStatus.ts"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { NotFound } from "../../schema/Fault.ts"
import { Call } from "../invocation/Call.ts"
import * as NextStep from "../deals/rules/NextStep.ts"
import * as ICalendar from "../shared/time/ICalendar.ts"
import * as Auth from "./Auth.ts"
import * as ContentNegotiation from "./http/response/ContentNegotiation.ts"
import { Exchange } from "./http/Exchange.ts"
import { callOperation } from "./web/CallOperation.ts"
import * as Amounts from "./web/Amounts.ts"
import { type Part, plain } from "./web/Html.ts"
import * as Reader from "./web/i18n/Reader.ts"
import { say } from "./web/i18n/Words.ts"

const listDeals = callOperation("deals.list")

/** The maximum number of events. The earliest come first. */
const maxEvents = 500
const pageLength = 100

type DealRow = Effect.Success<ReturnType<typeof listDeals>>["data"][number]

/** The open deals that have a next step with a time, up to the limit. */
const planned = Effect.fnUntraced(function* (everyone: boolean) {
  const all: Array<DealRow> = []
  let cursor: string | undefined
  do {
    const page = yield* listDeals({
      status: "open",
      sort: "nextStep",
      limit: pageLength,
      cursor,
      ...(everyone ? {} : { ownerId: "me" })
    })
    all.push(...page.data.filter(({ nextStepAt }) => nextStepAt !== null))
    // Deals without a next step time come last.
    cursor = page.data.at(-1)?.nextStepAt === null ? undefined : (page.nextCursor ?? undefined)
  } while (cursor !== undefined && all.length < maxEvents)
  return all.slice(0, maxEvents)
})

const eventOf =
  (base: string, text: (part: Part) => string) =>
  (deal: DealRow): ICalendar.Event => {
    const { amountCents, company, currency, id, name, nextStep, ownerName, stage } = deal
    const at = deal.nextStepAt ?? ""
    const url = `${base}/deals/${id}`
    const about = [
      company,
      stage.name,
      amountCents === null ? null : text(Amounts.short(amountCents, currency)),
      ownerName,
      url
    ]
    return {
      uid: `${id}@sales-pipeline`,
      changedAt: deal.updatedAt,
      at: NextStep.isWholeDay(at) ? at.slice(0, 10) : at,
      summary: `${nextStep ?? text(say.deals.field.nextStep)}: ${name}`,
      description: about.filter((line) => line !== null).join("\n"),
      url
    }
  }

const written = Effect.fnUntraced(function* ({ actor, everyone, language, zone }: Subscribed) {
  const reader = Reader.from(undefined, { language, zone })
  const deals = yield* planned(everyone)
  const text = (part: Part) => plain(part, reader)
  return ICalendar.write({
    name: `${text(say.calendar.title)} – ${actor.workspace.name}`,
    events: deals.map(eventOf(yield* BaseUrl, text))
  })
})

const unknown = new NotFound({
  code: "route_not_found",
  message: "There is no calendar at this address. Its owner makes a new address on the page of deals."
})

const path = "/calendar/"

const serve = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { file = "" } = yield* HttpRouter.params
  const subscribed = yield* (yield* Calendars).subscribed(file.replace(/\.ics$/u, ""))
  if (subscribed === undefined) {
    yield* Auth.countAddress(request, "calendar")
    return yield* unknown
  }
  const { actor } = subscribed
  if (actor.workspace.suspended !== undefined)
    return yield* WorkspaceStatus.refusal(actor.workspace.suspended)
  yield* Auth.count(actor)
  const { requestId } = yield* Exchange
  const body = yield* written(subscribed).pipe(
    Effect.provideService(Actor, actor),
    Effect.provideService(Call, { requestId, surface: "pages", idempotencyKey: undefined })
  )
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff"
  }
  return ContentNegotiation.isHeld(request.headers["if-none-match"], etag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(body, { contentType: "text/calendar; charset=utf-8", headers })
})

export const addressOf = (base: string, token: string): string => `${base}${path}${token}.ics`

export const routes = [{ method: "GET", path: `${path}:file` }]

export const layer = HttpRouter.add("GET", `${path}:file`, serve)

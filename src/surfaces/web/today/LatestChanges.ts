/** The changes of the last day: a line for each deal or lead, with its newest change. */
import { Effect } from "effect"
import type { Change, ChangeType } from "../../../../schema/Change.ts"
import * as AuditSentences from "../../../audit/pages/AuditSentences.ts"
import * as Period from "../../../reports/rules/Period.ts"
import * as PlainText from "../../../shared/PlainText.ts"
import { callOperation } from "../CallOperation.ts"
import { html, type Html, Message, type Part, plain } from "../Html.ts"
import * as LocalTime from "../LocalTime.ts"
import type { PageContext } from "../frame/PageContext.ts"
import { say } from "../i18n/Words.ts"
import * as Whose from "./Whose.ts"
import { isObject } from "../../../shared/Json.ts"

const listLatest = callOperation("events.latest")

const words = say.today

const [maxRecords, maxLength] = [15, 80]

type Latest = Effect.Success<ReturnType<typeof listLatest>>["data"][number]

/** The changes of each record, newest first. */
export const read = Effect.fnUntraced(function* (context: PageContext) {
  const { data } = yield* listLatest({
    since: Period.timeBefore(context.now, 1),
    ownerId: Whose.ownerId(context),
    limit: 100
  })
  const byRecord = Map.groupBy(data, ({ dealId, leadId }) => dealId ?? leadId)
  return [...byRecord.values()].slice(0, maxRecords)
})

const fieldNames: Readonly<Record<string, Part>> = {
  ...say.deals.field,
  amountCents: say.deals.field.amount,
  stage: say.deals.list.stage,
  ownerId: say.deals.field.owner,
  primaryContact: say.deals.field.contact,
  keyTerms: say.deals.field.terms
}

const listed = (parts: ReadonlyArray<Part>): Part =>
  new Message((reader) => reader.locale.list(parts.map((part) => plain(part, reader))))

type Verbs<Record extends string> = {
  readonly [Type in ChangeType as Type extends `${Record}.${infer Verb}` ? Verb : never]: Part
}

const verbs: { readonly [Record in "deal" | "note" | "lead"]: Verbs<Record> } = words.changes

/** The change without its details. */
const verbOf = ({ type }: Pick<Change, "type">): Part => {
  const [record, verb] = type.split(".") as [keyof typeof verbs, string]
  return (verbs[record] as Readonly<Record<string, Part>>)[verb]
}

const stageName = (stage: unknown): string | undefined =>
  isObject(stage) && typeof stage["name"] === "string" ? stage["name"] : undefined

const statuses: Readonly<Record<string, Part>> = say.leads.inText

/** The change in words, as far as its data tells more than its type. */
const detailOf = ({ data, text, type }: Pick<Change, "data" | "text" | "type">): Part => {
  if (type === "note.created" && text !== null) return words.noted(PlainText.excerpt(text, maxLength))
  if (!isObject(data)) return undefined
  const { changes, from, to } = data
  if (type === "lead.triaged") return typeof to === "string" && statuses[to] && words.marked(statuses[to])
  if (type === "deal.stage_changed") {
    const [before, after] = [stageName(from), stageName(to)]
    return before !== undefined && after !== undefined && words.moved(before, after)
  }
  const names = isObject(changes) ? Object.keys(changes).flatMap((name) => fieldNames[name] ?? []) : []
  return names.length > 0 && words.edited(listed(names))
}

const whatOf = (changes: ReadonlyArray<Latest>): Part => {
  const newest = changes[0]!
  const what = detailOf(newest) || verbOf(newest)
  return changes.length === 1 ? what : words.andMore(what, changes.length - 1)
}

const nameOf = ({ dealId, leadId, name, type }: Latest): Part => {
  const text = name === null ? say.leads.unnamed : PlainText.shortened(name, maxLength)
  const isGone = type === "deal.deleted" || type === "lead.deleted"
  return isGone
    ? text
    : html`<a href="${dealId === null ? `/leads/${leadId}` : `/deals/${dealId}`}">${text}</a>`
}

const whoOf = ({ actor }: Latest): Part =>
  actor !== null &&
  words.byWhom(
    AuditSentences.by(actor, actor.userName ?? say.activity.someone),
    actor.agent === undefined && AuditSentences.means(actor)
  )

export const render = ({ now }: PageContext, records: ReadonlyArray<ReadonlyArray<Latest>>): Html | false =>
  records.length > 0 &&
  html`<section class="card latest" id="latest" data-live aria-labelledby="latest-title">
    <h2 id="latest-title">${words.changed}</h2>
    <ol>
      ${records.map(
        (changes) =>
          html`<li class="change">
            <span class="deal-name">${nameOf(changes[0]!)}</span>
            <span class="what">${whatOf(changes)} <span class="soft">${whoOf(changes[0]!)}</span></span>
            <span class="soft age">${LocalTime.ago(changes[0]!.createdAt, now)}</span>
          </li>`
      )}
    </ol>
  </section>`

/** A deal's activity, latest first: notes as written, and events as sentences. */
import type { Member } from "../../../schema/Member.ts"
import type { Note } from "../../../schema/Note.ts"
import type * as ActivityText from "../rules/ActivityText.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as Markdown from "../../surfaces/web/Markdown.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as AuditSentences from "../../audit/pages/AuditSentences.ts"
import * as UndoPage from "../../audit/pages/UndoPage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as DealFormFields from "./DealFormFields.ts"

type Entry = typeof Note.Encoded

export interface Setting {
  readonly context: PageContext
  readonly dealId: string
  readonly members: ReadonlyArray<typeof Member.Encoded>
  readonly currency: ActivityText.ActivityNames["currency"]
  readonly mayWrite: boolean
  /** The note being edited, and its error. */
  readonly editing: { readonly id: string | null; readonly refused: Refused | undefined }
}

const words = say.deals.notes

const personIn = ({ members }: Setting) => {
  const names = new Map(members.map((member) => [member.id, DealFormFields.nameOf(member)]))
  return (id: string): string | undefined => names.get(id)
}

export const adding = ContractForm.of("notes.create", {
  contentText: { label: say.deals.addNote, called: say.deals.note, rows: 3, hint: say.deals.noteHint },
  activityKind: { label: words.activity, words: words.kinds }
})
export const changing = ContractForm.of("notes.update", { contentText: { rows: 6 } })

const editor = ({ context, dealId, editing }: Setting, { contentText, id }: Entry): Html => {
  const formView = changing.show({ id, values: { contentText }, refused: editing.refused })
  return html`<form method="post" action="${ListNavigation.at(context, dealId, `/notes/${id}`)}">
    ${WorkspacePage.hidden(context, `note ${id}`)} ${formView.fields}
    <div class="actions">
      <button type="submit">${words.save}</button>
      <a class="button quiet" href="${ListNavigation.at(context, dealId)}">${say.deals.cancel}</a>
    </div>
  </form>`
}

/** Asks for confirmation without JavaScript. */
const changes = ({ context, dealId }: Setting, { id }: Entry): Html =>
  html`<div class="changes">
    <a href="${ListNavigation.at(context, dealId, "", { edit: id })}#note-${id}"
      >${say.deals.edit}<span class="unseen"> ${words.this}</span></a
    >
    <details>
      <summary>${words.delete}<span class="unseen"> ${words.this}</span></summary>
      <form method="post" action="${ListNavigation.at(context, dealId, `/notes/${id}/delete`)}">
        ${WorkspacePage.hidden(context, `delete ${id}`)}
        <button class="bad" type="submit">${words.deleteForGood}</button>
      </form>
    </details>
  </div>`

const mayChange = ({ context, mayWrite }: Setting, { authorId }: Entry): boolean =>
  mayWrite && (authorId === context.actor.user.id || context.actor.role === "admin")

/** The number of characters rendered as Markdown on a page, because rendering takes time. */
const maxFormatted = 20_000

/** The notes within this limit, latest first. */
const formatted = (entries: ReadonlyArray<Entry>): ReadonlySet<string> => {
  let left = maxFormatted
  const within = entries.filter(({ contentText }) => (left -= contentText?.length ?? 0) >= 0)
  return new Set(within.map(({ id }) => id))
}

const textOf = ({ contentText }: Entry, isFormatted: boolean): Html =>
  isFormatted && contentText !== null
    ? html`<div class="text">${Markdown.render(contentText)}</div>`
    : html`<p class="text">${contentText}</p>`

const note = (setting: Setting, entry: Entry, isFormatted: boolean): Html => {
  const mine = mayChange(setting, entry)
  const means = AuditSentences.means(entry.actor)
  const opened = mine && entry.id === setting.editing.id
  return html`<li class="note" id="note-${entry.id}">
    <p class="by">
      ${words.wrote[entry.activityKind ?? "note"](
        html`<b
          >${AuditSentences.by(entry.actor, personIn(setting)(entry.authorId) ?? say.deals.someoneWhoLeft)}</b
        >`,
        means
      )}
      <span class="soft"
        >${LocalTime.minute(entry.happenedAt)}${entry.editedAt !== null && words.edited}</span
      >
    </p>
    ${opened ? editor(setting, entry) : textOf(entry, isFormatted)}
    ${mine && !opened && changes(setting, entry)}
  </li>`
}

/** A link to undo the write that created an entry, if the caller may. */
const undoing = (setting: Setting, entry: Entry, isFirst: boolean): Html | false =>
  isFirst &&
  entry.entryId !== undefined &&
  mayChange(setting, entry) &&
  html` <a
    href="${UndoPage.address({ entryId: entry.entryId }, ListNavigation.at(setting.context, setting.dealId))}"
    >${words.undo}</a
  >`

const event = (setting: Setting, entry: Entry, isFirst: boolean): Html | false => {
  if (entry.systemEventType === null) return false
  const person = personIn(setting)
  const means = AuditSentences.means(entry.actor)
  const said = AuditSentences.activity(entry.systemEventType, entry.systemEventData, {
    currency: setting.currency,
    person
  })
  return html`<li class="event">
    <b>${AuditSentences.by(entry.actor, person(entry.authorId) ?? say.deals.someoneWhoLeft)}</b>
    ${said}${means !== false && [", ", means]}
    <span class="soft">${LocalTime.minute(entry.createdAt)}</span>${undoing(setting, entry, isFirst)}
  </li>`
}

export const add = ({ context, dealId }: Setting, refused: Refused | undefined): Html => {
  const formView = adding.show({ refused })
  return html`<form
    class="add"
    method="post"
    action="${ListNavigation.at(context, dealId, "/notes")}"
    data-quiet="${say.deals.noteAdded}"
    data-draft="${context.actor.user.id} ${dealId}"
  >
    ${WorkspacePage.hidden(context, "note")} ${formView.fields}
    <div class="actions"><button type="submit">${say.deals.addTheNote}</button></div>
  </form>`
}

/** Whether this is the latest of the entries that one write created. Only that one offers undo. */
const isFirst = (entries: ReadonlyArray<Entry>, { entryId, id }: Entry): boolean =>
  entries.find((one) => one.kind !== "manual" && one.entryId === entryId)?.id === id

export const render = (setting: Setting, entries: ReadonlyArray<Entry>): Html => {
  const short = formatted(entries)
  return html`<ol class="feed">
    ${entries.map((entry) =>
      entry.kind === "manual"
        ? note(setting, entry, short.has(entry.id))
        : event(setting, entry, isFirst(entries, entry))
    )}
  </ol>`
}

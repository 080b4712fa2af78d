/** Undoes a write, or everything by an actor since a time, after a preview. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect, Exit } from "effect"
import { type Fault, statusOf } from "../../../schema/Fault.ts"
import { faultIn } from "../../invocation/AuditEntries.ts"
import * as ChangeText from "../rules/ChangeText.ts"
import { type Undo, undoDays } from "../../../schema/Undo.ts"
import { callOperation, dryRun } from "../../surfaces/web/CallOperation.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as AuditTitles from "./AuditTitles.ts"
import * as AuditSentences from "./AuditSentences.ts"
import * as UndoForm from "./UndoForm.ts"

const undo = callOperation("undo.run")
const undoDryRun = dryRun("undo.run")

const path = "/undo"

/** The operation's input fields in the page's address and form. */
const names = ["entryId", "actor", "since", "until"] as const

type UndoInput = { readonly [name in (typeof names)[number]]?: string }

const askedIn = (text: (name: string) => string): UndoInput =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = UndoForm.momentOf(text(name).replaceAll("\u0000", "").toWellFormed().slice(0, 100))
      return value === "" ? [] : [[name, value]]
    })
  )

const isOurs = (from: string) => /^\/(deals|leads)\/[0-9a-f-]{36}$/u.test(from)

/** The page that the person came from. */
const backOf = ({ actor }: PageContext, from: string): string =>
  isOurs(from) ? from : actor.role === "admin" ? "/settings/audit" : "/"

/** The address of the preview. */
export const address = (input: UndoInput, from?: string): string =>
  `${path}?${new URLSearchParams({ ...input, ...(from === undefined ? {} : { from }) }).toString()}`

const pages: Readonly<Record<string, string>> = { deal: "/deals/", lead: "/leads/" }

const record = ({ id, resource }: { readonly id: string; readonly resource: string }): Html => {
  const name = AuditSentences.resource(resource)
  return pages[resource] === undefined ? html`${name}` : html`<a href="${pages[resource]}${id}">${name}</a>`
}

type Answer = typeof Undo.Encoded

/** Shows `stageId` as `stage`, and leaves `updatedAt` out. */
const fieldsOf = (fields: ReadonlyArray<string>): Part =>
  fields
    .filter((field) => field !== "updatedAt" || fields.length === 1)
    .map((field) => AuditSentences.field(field, ChangeText.words(field).replace(/ (?:id|cents)$/u, "")))
    .map((name, index) => [index > 0 && ", ", name])

const undoneEntry = ({ at, changes, operation }: Answer["undone"][number]): Html =>
  html`<li>
    <p><b>${AuditTitles.of(operation)}</b> <span class="soft">${LocalTime.minute(at)}</span></p>
    <ul class="soft">
      ${changes.map(
        (change) =>
          html`<li>
            ${record(change)}: ${change.fields.length === 0 ? say.audit.wholeRecord : fieldsOf(change.fields)}
          </li>`
      )}
    </ul>
  </li>`

const remainingChange = (one: Answer["notUndone"][number]): Html =>
  html`<li><b>${AuditTitles.of(one.operation)}</b>, ${record(one)}: ${Faults.text(one.message)}</li>`

const lists = ({ hasMore, notUndone, undone: done }: Answer): Html =>
  html`${
    done.length === 0
      ? html`<p>${say.audit.nothingToUndo}</p>`
      : html`<h2>${say.audit.willBeUndone}</h2>
          <ol class="rows log">
            ${done.map(undoneEntry)}
          </ol>`
  }
  ${
    notUndone.length > 0 &&
    html`<h2>${say.audit.stays}</h2>
      <ul class="rows log">
        ${notUndone.map(remainingChange)}
      </ul>`
  }
  ${hasMore && html`<p class="hint">${say.audit.moreOlder}</p>`}`

const plan = (context: PageContext, input: UndoInput, from: string, problem?: Part) =>
  Effect.gen(function* () {
    const { answer, webhooks } = yield* undoDryRun(input)
    const count = webhooks.reduce((sum, one) => sum + one.count, 0)
    const back = backOf(context, from)
    return {
      title: say.audit.undo,
      styles: ["audit.css"],
      body: html`<p class="back"><a href="${back}">${say.audit.back}</a></p>
        <h1>${say.audit.undo}</h1>
        ${PageLayout.problem(problem)}
        <p class="soft">${say.audit.notYet}</p>
        ${lists(answer)}
        ${
          answer.undone.length > 0 &&
          html`${count > 0 && html`<p>${say.audit.messages(count)}</p>`}
            <form class="undo" method="post" action="${path}">
              ${WorkspacePage.hidden(context, "undo")}
              ${Object.entries({ ...input, from }).map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`
              )}
              <div class="actions">
                <button type="submit">${say.audit.undo}</button>
                <a class="button quiet" href="${back}">${say.audit.cancel}</a>
              </div>
            </form>`
        }`
    } satisfies Content
  })

/** The error in words for a person, because the API's message is for clients. */
const reasonOf = ({ actor }: PageContext, fault: Fault): Part => {
  const { code } = fault
  if (code !== "entry_not_found") return Faults.of(fault)
  return say.audit.nothingHere(undoDays, actor.role === "admin")
}

const wayOut = ({ actor }: PageContext): Html =>
  actor.role === "admin" ? html`<p>${say.audit.chooseAnother}</p>` : html`<p>${say.audit.askAdmin}</p>`

const refusalPage = (context: PageContext, from: string, fault: Fault): Content => ({
  title: say.audit.undo,
  status: statusOf(fault),
  styles: ["audit.css"],
  body: html`<p class="back"><a href="${backOf(context, from)}">${say.audit.back}</a></p>
    <h1>${say.audit.undo}</h1>
    ${PageLayout.problem(reasonOf(context, fault))} ${wayOut(context)}`
})

/** The preview, or why nothing can be undone. */
const show = Effect.fnUntraced(function* (
  context: PageContext,
  input: UndoInput,
  from: string,
  problem?: Part
) {
  const exit = yield* Effect.exit(plan(context, input, from, problem))
  if (Exit.isSuccess(exit)) return exit.value
  const fault = faultIn(exit.cause)
  return fault === undefined ? yield* exit : refusalPage(context, from, fault)
})

const done = ({ notUndone, undone: some }: Answer): Part => {
  const stays = notUndone.length > 0 && say.audit.notUndone(notUndone.length)
  return [say.audit.undone(some.length), stays]
}

export const routes = [
  WorkspacePage.page(path, (context) => {
    const text = (name: string) => context.url.searchParams.get(name) ?? ""
    return show(context, askedIn(text), text("from"))
  }),
  WorkspacePage.form(path, {
    run: (context, { text }) =>
      Effect.map(undo(askedIn(text)), (answer) => ({
        to: backOf(context, text("from")),
        notice: done(answer)
      })),
    again: (context, { form: { text }, problem }) => show(context, askedIn(text), text("from"), problem)
  })
]

/** Undoes a write, or all that someone did since a time, after it has shown what would be undone and what not. */
import { Effect, Exit } from "effect"
import { type Fault, statusOf } from "../../../../schema/Fault.ts"
import { faultIn } from "../../../Audited.ts"
import { Call } from "../../../Call.ts"
import * as Api from "../../../contract/Api.ts"
import * as AuditText from "../../../domain/audit/AuditText.ts"
import * as ChangeText from "../../../domain/audit/ChangeText.ts"
import type { DryRun } from "../../../../schema/DryRun.ts"
import { type Undo, undoDays } from "../../../../schema/Undo.ts"
import { act } from "../platform/Act.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as UndoForm from "./UndoForm.ts"

const undo = act("undo.run")

const path = "/undo"

/** What the operation takes of the page's address and of its form. */
const names = ["entryId", "actor", "since", "until"] as const

type Asked = { readonly [name in (typeof names)[number]]?: string }

const askedIn = (text: (name: string) => string): Asked =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = UndoForm.momentOf(text(name).replaceAll("\u0000", "").toWellFormed().slice(0, 100))
      return value === "" ? [] : [[name, value]]
    })
  )

const isOurs = (from: string) => /^\/(deals|leads)\/[0-9a-f-]{36}$/u.test(from)

/** Where the person came from. */
const backOf = ({ actor }: Workplace.Here, from: string): string =>
  isOurs(from) ? from : actor.role === "admin" ? "/settings/audit" : "/"

/** The address that shows what undoing this would do. */
export const address = (asked: Asked, from?: string): string =>
  `${path}?${new URLSearchParams({ ...asked, ...(from === undefined ? {} : { from }) }).toString()}`

const titles = new Map<string, string>(Api.all.map(({ id, title }) => [id, title]))

const titleOf = (operation: string) => titles.get(operation) ?? AuditText.deed(operation)

const pages: Readonly<Record<string, string>> = { deal: "/deals/", lead: "/leads/" }

const record = ({ id, resource }: { readonly id: string; readonly resource: string }): Html => {
  const name = AuditText.nameOf(resource)
  return pages[resource] === undefined ? html`${name}` : html`<a href="${pages[resource]}${id}">${name}</a>`
}

type Answer = typeof Undo.Encoded

/** `stageId` as `stage`; when it was last changed goes without saying. */
const fieldsOf = (fields: ReadonlyArray<string>): string =>
  fields
    .filter((field) => field !== "updatedAt" || fields.length === 1)
    .map((field) => ChangeText.words(field).replace(/ (?:id|cents)$/u, ""))
    .join(", ")

const undone = ({ at, changes, operation }: Answer["undone"][number]): Html =>
  html`<li>
    <p><b>${titleOf(operation)}</b> <span class="soft">${Moment.minute(at)}</span></p>
    <ul class="soft">
      ${changes.map(
        (change) =>
          html`<li>
            ${record(change)}: ${change.fields.length === 0 ? "the whole record" : fieldsOf(change.fields)}
          </li>`
      )}
    </ul>
  </li>`

const left = (one: Answer["notUndone"][number]): Html =>
  html`<li><b>${titleOf(one.operation)}</b>, ${record(one)}: ${one.message}</li>`

const lists = ({ hasMore, notUndone, undone: done }: Answer): Html =>
  html`${
    done.length === 0
      ? html`<p>Nothing can be undone.</p>`
      : html`<h2>This will be undone</h2>
          <ol class="rows log">
            ${done.map(undone)}
          </ol>`
  }
  ${
    notUndone.length > 0 &&
    html`<h2>This stays as it is</h2>
      <ul class="rows log">
        ${notUndone.map(left)}
      </ul>`
  }
  ${hasMore && html`<p class="hint">There is more, older than this: undo again afterwards.</p>`}`

const told = (count: number): string => `${count} ${count === 1 ? "message goes" : "messages go"} out`

const plan = (here: Workplace.Here, asked: Asked, from: string, problem?: Part) =>
  Effect.gen(function* () {
    const call = yield* Call
    const rehearsed = yield* Effect.provideService(undo(asked), Call, {
      ...{ requestId: call.requestId, surface: call.surface, idempotencyKey: undefined },
      dryRun: "true"
    })
    const { dryRun } = rehearsed as unknown as typeof DryRun.Encoded
    const answer = dryRun.answer as unknown as Answer
    const count = dryRun.webhooks.reduce((sum, one) => sum + one.count, 0)
    const back = backOf(here, from)
    return {
      title: "Undo",
      styles: ["audit.css"],
      body: html`<p class="back"><a href="${back}">← Back</a></p>
        <h1>Undo</h1>
        ${Layout.problem(problem)}
        <p class="soft">
          Nothing has been undone yet. What is undone will be as if it had not happened: dates, sums,
          activity. What somebody changed since stays as it is.
        </p>
        ${lists(answer)}
        ${
          answer.undone.length > 0 &&
          html`${count > 0 && html`<p>${told(count)} to those who were told of it by webhook.</p>`}
            <form class="undo" method="post" action="${path}">
              ${Workplace.hidden(here, "undo")}
              ${Object.entries({ ...asked, from }).map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`
              )}
              <div class="actions">
                <button type="submit">Undo</button>
                <a class="button quiet" href="${back}">Cancel</a>
              </div>
            </form>`
        }`
    } satisfies Workplace.Content
  })

/** Why nothing can be undone, for a person, who has no use for the API's words. */
const reasonOf = ({ actor }: Workplace.Here, { code, message }: Fault): string => {
  if (code !== "entry_not_found") return message
  const others =
    actor.role === "admin" ? "" : ", or someone else did it, so that only they and admins can undo it"
  return `There is nothing here to undo. It changed nothing, is more than ${undoDays} days old${others}.`
}

const wayOut = ({ actor }: Workplace.Here): Html =>
  actor.role === "admin"
    ? html`<p>Choose another time or another entry in the <a href="/settings/audit">audit log</a>.</p>`
    : html`<p>Ask an admin of the workspace to undo it, or change the record by hand.</p>`

const refused = (here: Workplace.Here, from: string, fault: Fault): Workplace.Content => ({
  title: "Undo",
  status: statusOf(fault),
  styles: ["audit.css"],
  body: html`<p class="back"><a href="${backOf(here, from)}">← Back</a></p>
    <h1>Undo</h1>
    ${Layout.problem(reasonOf(here, fault))} ${wayOut(here)}`
})

/** What would be undone, or in words why nothing can be. */
const show = Effect.fnUntraced(function* (here: Workplace.Here, asked: Asked, from: string, problem?: Part) {
  const exit = yield* Effect.exit(plan(here, asked, from, problem))
  if (Exit.isSuccess(exit)) return exit.value
  const fault = faultIn(exit.cause)
  return fault === undefined ? yield* exit : refused(here, from, fault)
})

const done = ({ notUndone, undone: some }: Answer): string => {
  const stays = notUndone.length === 0 ? "" : ` ${notUndone.length} could not be undone.`
  return `${some.length === 1 ? "The change is" : `${some.length} changes are`} undone.${stays}`
}

export const routes = [
  Workplace.page(path, (here) => {
    const text = (name: string) => here.url.searchParams.get(name) ?? ""
    return show(here, askedIn(text), text("from"))
  }),
  Workplace.form(path, {
    run: (here, { text }) =>
      Effect.map(undo(askedIn(text)), (answer) => ({
        to: backOf(here, text("from")),
        notice: done(answer)
      })),
    again: (here, { form: { text }, problem }) => show(here, askedIn(text), text("from"), problem)
  })
]

/** The email templates of the workspace, and the form for a new one. */
import { Effect } from "effect"
import type { Template } from "../../../schema/Template.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import { part } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const path = SettingsFrame.tabs.Templates
const list = callOperation("templates.list")

export const inputFields = {
  name: { label: say.templates.name },
  subject: { label: say.templates.subject },
  body: { label: say.templates.body, rows: 10 }
} as const

const form = ContractForm.of("templates.create", inputFields)

const row = ({ id, name, subject, use_count: count }: typeof Template.Encoded): Html =>
  html`<li>
    <p class="name"><a href="${path}/${id}">${name}</a></p>
    <p class="soft">${subject} · ${say.templates.used(count)}</p>
  </li>`

const newTemplate = (context: PageContext, refused: Refused | undefined): Html => {
  const formView = form.show({ refused, focused: refused && "name" })
  return html`<form class="card new" method="post" action="${path}">
    <h2>${say.templates.new}</h2>
    ${formView.problem} ${WorkspacePage.hidden(context, "create")} ${formView.fields}
    <div class="actions"><button type="submit">${say.templates.make}</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const { data } = yield* list({})
  const { shown, turn } = part(context, data)
  return SettingsFrame.content("Templates", {
    title: say.templates.title,
    body: html`<h1>${say.templates.title}</h1>
      <p class="soft">${say.templates.about}</p>
      ${
        shown.length === 0
          ? html`<p>${say.templates.none}</p>`
          : html`<ul class="rows" aria-label="${say.templates.title}">
                ${shown.map(row)}
              </ul>
              ${turn}`
      }
      ${WorkspacePage.may(context, "deals:write") && newTemplate(context, refused)}`
  })
})

export const routes = [
  WorkspacePage.page(path, (context) => show(context)),
  WorkspacePage.form(path, {
    run: (_here, submission) =>
      Effect.map(form.send(submission, {}), ({ id }) => ({
        to: `${path}/${id}`,
        notice: say.templates.made
      })),
    again: show
  })
]

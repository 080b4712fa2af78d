/** The page of an email template: its text to edit, and a preview for the deal that changed last. */
import { Effect } from "effect"
import { NotFound } from "../../../schema/Fault.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import { confirmed } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { inputFields } from "./Templates.ts"

const path = SettingsFrame.tabs.Templates
const list = callOperation("templates.list")
const render = callOperation("templates.render")
const remove = callOperation("templates.delete")
const deals = callOperation("deals.list")

const form = ContractForm.of("templates.update", inputFields)

const preview = Effect.fnUntraced(function* (id: string) {
  const { data } = yield* deals({ limit: 1, sort: "-updated" })
  const deal = data[0]
  const { body, subject, to, unfilled } = yield* render({ id, deal_id: deal?.id })
  return html`<section class="card preview" aria-labelledby="preview">
    <h2 id="preview">${say.templates.preview}</h2>
    <p class="soft">
      ${
        deal === undefined
          ? say.templates.noDeal
          : say.templates.previewOf(html`<a href="/deals/${deal.id}">${deal.name}</a>`)
      }
    </p>
    ${
      deal !== undefined &&
      html`<p><span class="soft">${say.templates.to}:</span> ${to ?? say.templates.noAddress}</p>`
    }
    <p><strong dir="auto">${subject}</strong></p>
    <p class="letter" dir="auto">${body}</p>
    ${
      unfilled.length > 0 &&
      html`<p class="hint">${say.templates.unfilled(unfilled.map((token) => `{{${token}}}`).join(", "))}</p>`
    }
  </section>`
})

const editForm = (
  context: PageContext,
  template: { readonly id: string; readonly name: string; readonly subject: string; readonly body: string },
  refused: Refused | undefined
): Html => {
  const formView = form.show({ refused, values: template })
  return html`<form class="card" method="post" action="${path}/${template.id}">
    ${formView.problem} ${WorkspacePage.hidden(context, "save")} ${formView.fields}
    <div class="actions"><button type="submit">${say.templates.save}</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const id = context.param("id")
  const template = (yield* list({})).data.find((one) => one.id === id)
  if (template === undefined) return yield* NotFound.of("template", id)
  const mayWrite = WorkspacePage.may(context, "deals:write")
  return SettingsFrame.content("Templates", {
    title: template.name,
    body: html`<p><a href="${path}">${say.templates.all}</a></p>
      <h1>${template.name}</h1>
      ${mayWrite && editForm(context, template, refused)} ${yield* preview(id)}
      ${
        mayWrite &&
        confirmed(context, {
          id: "delete",
          action: `${path}/${id}/delete`,
          verb: say.templates.delete,
          what: template.name,
          warning: say.templates.warning
        })
      }`
  })
})

export const routes = [
  WorkspacePage.page(`${path}/:id`, (context) => show(context)),
  WorkspacePage.form(`${path}/:id`, {
    run: (context, submission) =>
      Effect.as(form.send(submission, { id: context.param("id") }), {
        to: `${path}/${context.param("id")}`,
        notice: say.templates.saved
      }),
    again: show
  }),
  WorkspacePage.form(`${path}/:id/delete`, {
    run: (context) =>
      Effect.as(remove({ id: context.param("id") }), { to: path, notice: say.templates.deleted })
  })
]

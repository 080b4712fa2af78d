/** The page for the rules of an API key or a connected app: what it may do, must ask for, or may not do. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { type CredentialRules, none, type Verdict } from "../../../schema/Rules.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import * as RuleWords from "./RuleWords.ts"

const { path } = RuleWords

const list = callOperation("rules.list")
const keys = callOperation("keys.list")
const apps = callOperation("apps.list")

const form = ContractForm.of("rules.set", {
  default: {
    label: say.rules.otherwise,
    words: { allow: say.rules.does, ask: say.rules.asks, deny: say.rules.mayNot }
  },
  writesPerHour: {
    label: say.rules.perHour,
    called: say.rules.perHourCalled,
    hint: say.rules.perHourHint
  },
  amountChangePercent: {
    label: say.rules.percent,
    called: say.rules.percentCalled,
    hint: say.rules.percentHint
  },
  records: {
    label: say.rules.atOnce,
    called: say.rules.atOnceCalled,
    hint: say.rules.atOnceHint
  }
})

const { allow, ask, deny, same } = say.rules.choices
const choices = { "": same, allow, ask, deny } as const

type Choice = keyof typeof choices

const nameOf = (operation: string) => `rule ${operation}`

const isVerdict = (text: string): text is Verdict => text in choices && text !== ""

/** The operations that each row of the form sets. */
const rows = RuleWords.all.flatMap(({ id, rows }) => [[id], ...rows.map(({ ids }) => ids)])

/** The rules per operation that the form sets. */
const operationsIn = ({ text }: Submission): CredentialRules["operations"] =>
  Object.fromEntries(
    rows.flatMap((ids) => {
      const chosen = text(nameOf(ids[0]!))
      return isVerdict(chosen) ? ids.map((id) => [id, chosen] as const) : []
    })
  )

const row = (id: string, title: Part, chosen: Choice): Html =>
  html`<tr>
    <th scope="row">${title}</th>
    ${Object.entries(choices).map(
      ([value, label]) =>
        html`<td>
          <input
            type="radio"
            name="${nameOf(id)}"
            value="${value}"
            aria-label="${title}: ${label}"
            ${value === chosen && html`checked`}
          />
        </td>`
    )}
  </tr>`

const group = ({ id, rows, title }: RuleWords.Group, rules: CredentialRules["operations"]): Html =>
  html`<fieldset>
    <legend>${title}</legend>
    <table class="rules">
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${say.rules.write}</span></th>
          ${Object.values(choices).map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${row(id, say.rules.allOf(title), rules[id] ?? "")}
        ${rows.map(({ ids: [first = ""], title }) => row(first, title, rules[first] ?? ""))}
      </tbody>
    </table>
  </fieldset>`

const forAdmins = new PageResponse.Refusal({
  type: "permission_error",
  message: say.rules.forAdmins
})

const credentialNotFound = new PageResponse.Refusal({
  type: "not_found",
  message: say.rules.gone
})

/** The credential's name. */
const calledOf = Effect.fnUntraced(function* (credential: string) {
  const key = (yield* keys({})).data.find(({ id }) => id === credential)
  if (key !== undefined)
    return { name: key.name, kind: "key", back: "/settings/keys", tab: "API keys" } as const
  const app = (yield* apps({})).data.find(({ clientId }) => clientId === credential)
  if (app === undefined) return yield* credentialNotFound
  return { name: app.clientName, kind: "app", back: "/settings/apps", tab: "Connected apps" } as const
})

const show = Effect.fnUntraced(function* (context: PageContext, credential: string, refused?: Refused) {
  if (context.actor.role !== "admin") return yield* forAdmins
  const called = yield* calledOf(credential)
  const rules = (yield* list({})).data.find((one) => one.credential === credential) ?? none
  const { amountChangePercent, default: otherwise, records, writesPerHour } = rules
  const formView = form.show({
    refused,
    values: { default: otherwise, writesPerHour, amountChangePercent, records }
  })
  const { at } = formView
  const chosen = refused === undefined ? rules.operations : operationsIn(refused.form)
  return SettingsFrame.content(called.tab, {
    title: say.rules.titleOf(called.name),
    styles: ["approvals.css"],
    body: html`<h1>${called.kind === "key" ? say.rules.ofKey(called.name) : say.rules.ofApp(called.name)}</h1>
      <p class="soft">${called.kind === "key" ? say.rules.aboutKey : say.rules.aboutApp}</p>
      ${formView.problem}
      <form method="post" action="${path}">
        ${WorkspacePage.hidden(context, `rules ${credential}`)}
        <input type="hidden" name="credential" value="${credential}" />
        <div class="card new">${at.default}</div>
        ${RuleWords.all.map((one) => group(one, chosen))}
        <fieldset>
          <legend>${say.rules.limits}</legend>
          ${at.writesPerHour} ${at.amountChangePercent} ${at.records}
        </fieldset>
        <div class="actions">
          <button type="submit">${say.rules.save}</button>
          <a class="button quiet" href="${called.back}">${say.rules.back}</a>
        </div>
      </form>`
  })
})

export const routes = [
  WorkspacePage.page(path, (context) => show(context, context.url.searchParams.get("credential") ?? "")),
  WorkspacePage.form(path, {
    run: (_here, submission) =>
      Effect.map(
        form.send(submission, {
          credential: submission.text("credential"),
          operations: operationsIn(submission)
        }),
        ({ credential, name }) => ({
          to: RuleWords.address(credential),
          notice: name === null ? say.rules.areSaved : say.rules.saved(name)
        })
      ),
    again: (context, refused) => show(context, refused.form.text("credential"), refused)
  })
]

/** The rules of an API key or a connected app, in words of those who have an agent: what it does, asks for, or may not do. */
import { Effect } from "effect"
import { type CredentialRules, none, type Verdict } from "../../../../schema/Rules.ts"
import { act } from "../platform/Act.ts"
import type { Refused, Submission } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Page from "../platform/Page.ts"
import * as Settings from "../platform/Settings.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as RuleWords from "./RuleWords.ts"

const { path } = RuleWords

const list = act("rules.list")
const keys = act("keys.list")
const apps = act("apps.list")

const form = ContractForm.of("rules.set", {
  default: {
    label: "All that is not set below",
    words: { allow: "It does by itself", ask: "It asks me first", deny: "It may not do" }
  },
  writesPerHour: {
    label: "Writes within an hour that it makes by itself",
    called: "Writes within an hour",
    hint: "For each one more it asks me first. Empty: as many as it likes."
  },
  amountChangePercent: {
    label: "Percent that it changes an amount by itself",
    called: "Percent",
    hint: "For a greater change it asks me first. Empty: any."
  },
  records: {
    label: "Records that it changes at once by itself",
    called: "Records at once",
    hint: "For more it asks me first. Empty: any number."
  }
})

const choices = { "": "As above", allow: "By itself", ask: "Ask me first", deny: "Never" } as const

type Choice = keyof typeof choices

const nameOf = (operation: string) => `rule ${operation}`

const isVerdict = (text: string): text is Verdict => text in choices && text !== ""

/** What each row of the form sets. */
const rows = RuleWords.all.flatMap(({ id, rows }) => [[id], ...rows.map(({ ids }) => ids)])

/** The operations that a form sets a rule for. */
const read = ({ text }: Submission): CredentialRules["operations"] =>
  Object.fromEntries(
    rows.flatMap((ids) => {
      const chosen = text(nameOf(ids[0]!))
      return isVerdict(chosen) ? ids.map((id) => [id, chosen] as const) : []
    })
  )

const row = (id: string, title: string, chosen: Choice): Html =>
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
          <th scope="col"><span class="unseen">Write</span></th>
          ${Object.values(choices).map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${row(id, `All of ${title.toLowerCase()}`, rules[id] ?? "")}
        ${rows.map(({ ids: [first = ""], title }) => row(first, title, rules[first] ?? ""))}
      </tbody>
    </table>
  </fieldset>`

const forAdmins = new Page.Refusal({
  type: "permission_error",
  message: "Only an admin of the workspace may set rules. Ask one."
})

const gone = new Page.Refusal({
  type: "not_found",
  message: "There is no such API key or connected app. It may have been revoked."
})

/** What the credential is called. */
const calledOf = Effect.fnUntraced(function* (credential: string) {
  const key = (yield* keys({})).data.find(({ id }) => id === credential)
  if (key !== undefined)
    return { name: key.name, kind: "key", back: "/settings/keys", tab: "API keys" } as const
  const app = (yield* apps({})).data.find(({ clientId }) => clientId === credential)
  if (app === undefined) return yield* gone
  return { name: app.clientName, kind: "app", back: "/settings/apps", tab: "Connected apps" } as const
})

const show = Effect.fnUntraced(function* (here: Workplace.Here, credential: string, refused?: Refused) {
  if (here.actor.role !== "admin") return yield* forAdmins
  const called = yield* calledOf(credential)
  const rules = (yield* list({})).data.find((one) => one.credential === credential) ?? none
  const { amountChangePercent, default: otherwise, records, writesPerHour } = rules
  const shown = form.show({
    refused,
    values: { default: otherwise, writesPerHour, amountChangePercent, records }
  })
  const { at } = shown
  const chosen = refused === undefined ? rules.operations : read(refused.form)
  return Settings.content(called.tab, {
    title: `Rules of ${called.name}`,
    styles: ["approvals.css"],
    body: html`<h1>Rules of the ${called.kind} ${called.name}</h1>
      <p class="soft">
        What an agent with this ${called.kind} may change by itself, and what waits for you or another admin
        under <a href="/approvals">Approvals</a>, for a day at most. It may never do more than
        ${called.kind === "key" ? "its owner" : "the person who connected it"}. Reading is not limited here.
        Changes hold within a second.
      </p>
      ${shown.problem}
      <form method="post" action="${path}">
        ${Workplace.hidden(here, `rules ${credential}`)}
        <input type="hidden" name="credential" value="${credential}" />
        <div class="card new">${at.default}</div>
        ${RuleWords.all.map((one) => group(one, chosen))}
        <fieldset>
          <legend>Limits</legend>
          ${at.writesPerHour} ${at.amountChangePercent} ${at.records}
        </fieldset>
        <div class="actions">
          <button type="submit">Save the rules</button>
          <a class="button quiet" href="${called.back}">Back</a>
        </div>
      </form>`
  })
})

export const routes = [
  Workplace.page(path, (here) => show(here, here.url.searchParams.get("credential") ?? "")),
  Workplace.form(path, {
    run: (_here, submission) =>
      Effect.map(
        form.send(submission, { credential: submission.text("credential"), operations: read(submission) }),
        ({ credential, name }) => ({
          to: RuleWords.address(credential),
          notice: `The rules of ${name ?? "it"} are saved.`
        })
      ),
    again: (here, refused) => show(here, refused.form.text("credential"), refused)
  })
]

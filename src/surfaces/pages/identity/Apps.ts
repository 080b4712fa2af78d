/** The apps people connected to the workspace: what each may do, and a button to disconnect it. */
import { Effect } from "effect"
import { BaseUrl } from "../../../../layers/platform/BaseUrl.ts"
import type { App } from "../../../../schema/App.ts"
import type { Scope } from "../../../../schema/Scope.ts"
import * as RuleWords from "../approvals/RuleWords.ts"
import { act } from "../platform/Act.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import { isRead, words } from "./ScopeWords.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import { endsWebhooks, madeWebhooks } from "../webhooks/MadeWebhooks.ts"
import { confirmed, part, secret } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

const path = "/settings/apps"
const list = act("apps.list")
const revoke = act("apps.revoke")

const powers = (term: string, scopes: ReadonlyArray<Scope>): Html | false =>
  scopes.length > 0 &&
  html`<dt>${term}</dt>
    ${scopes.map((scope) => html`<dd>${words[scope]}</dd>`)}`

const row = (here: Workplace.Here, app: typeof App.Encoded, rules?: RuleWords.Listed): Html => {
  const { clientId, clientName, createdAt, grantId, owner, redirectHost, scopes, usedAt } = app
  const isOwn = owner.id === here.actor.user.id
  return html`<li>
    <p class="name"><strong>${clientName}</strong> <span class="soft">at ${redirectHost}</span></p>
    <p class="soft">
      ${isOwn ? "Yours" : owner.email} · connected ${Moment.minute(createdAt)} ·
      ${usedAt === null ? "never used" : html`last used ${Moment.minute(usedAt)}`}
    </p>
    <dl class="facts">
      ${powers("Reading", scopes.filter(isRead))}
      ${powers(
        "Changing",
        scopes.filter((scope) => !isRead(scope))
      )}
    </dl>
    ${RuleWords.line(clientId, rules)}
    ${
      (isOwn || here.actor.role === "admin") &&
      confirmed(here, {
        id: `revoke ${grantId}`,
        action: `${path}/${grantId}/revoke`,
        verb: "Disconnect",
        what: clientName,
        warning: "The app's next request will be refused. It can ask to be connected again.",
        fields: madeWebhooks(here, { id: grantId, count: app.webhooks, checked: true })
      })
    }
  </li>`
}

const show = Effect.fnUntraced(function* (here: Workplace.Here, problem?: Part) {
  const { shown, turn } = part(here, (yield* list({})).data)
  const base = yield* BaseUrl
  const rules = yield* RuleWords.forAdmin(here)
  return Settings.content("Connected apps", {
    title: "Connected apps",
    body: html`<h1>Connected apps</h1>
      <p class="soft">
        Apps that people of this workspace gave access. Each may do what is listed here, and never more than
        the role of the person who connected it allows.
      </p>
      ${Layout.problem(problem)}
      ${
        shown.length === 0
          ? html`<p>No app is connected yet.</p>`
          : html`<ul class="rows" aria-label="Connected apps">
                ${shown.map((app) => row(here, app, rules))}
              </ul>
              ${turn}`
      }
      <div class="card">
        ${secret("mcp", "Connect an app", `${base}/mcp`)}
        <p class="hint">
          Give this address to an MCP client, such as Claude: it brings you here to give it access.
        </p>
      </div>`
  })
})

export const routes = [
  Workplace.page(path, (here) => show(here)),
  Workplace.form(`${path}/:id/revoke`, {
    run: (here, form) =>
      Effect.as(revoke({ grantId: here.param("id"), endWebhooks: endsWebhooks(form) }), {
        to: path,
        notice: "The app is disconnected."
      }),
    again: (here, { problem }) => show(here, problem)
  })
]

/** The page of connected apps: their permissions, and a button to disconnect them. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import type { App } from "../../../schema/App.ts"
import type { Scope } from "../../../schema/Scope.ts"
import * as RuleWords from "../../approvals/pages/RuleWords.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import { isRead, words } from "./ScopeWords.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { endsWebhooks, madeWebhooks } from "../../webhooks/pages/WebhookRemovalOption.ts"
import { confirmed, part, secret } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"

const path = "/settings/apps"
const list = callOperation("apps.list")
const revoke = callOperation("apps.revoke")

const powers = (term: Part, scopes: ReadonlyArray<Scope>): Html | false =>
  scopes.length > 0 &&
  html`<dt>${term}</dt>
    ${scopes.map((scope) => html`<dd>${words[scope]}</dd>`)}`

const row = (context: PageContext, app: typeof App.Encoded, rules?: RuleWords.Listed): Html => {
  const { clientId, clientName, createdAt, grantId, owner, redirectHost, scopes, usedAt } = app
  const isOwn = owner.id === context.actor.user.id
  return html`<li>
    <p class="name"><strong>${clientName}</strong> <span class="soft">${say.keys.at(redirectHost)}</span></p>
    <p class="soft">
      ${isOwn ? say.keys.yourApp : owner.email} · ${say.keys.connected(LocalTime.minute(createdAt))} ·
      ${usedAt === null ? say.keys.neverUsed : say.keys.lastUsed(LocalTime.minute(usedAt))}
    </p>
    <dl class="facts">
      ${powers(say.keys.reading, scopes.filter(isRead))}
      ${powers(
        say.keys.changing,
        scopes.filter((scope) => !isRead(scope))
      )}
    </dl>
    ${RuleWords.line(clientId, rules)}
    ${
      (isOwn || context.actor.role === "admin") &&
      confirmed(context, {
        id: `revoke ${grantId}`,
        action: `${path}/${grantId}/revoke`,
        verb: say.keys.disconnect,
        what: clientName,
        warning: say.keys.disconnectWarning,
        fields: madeWebhooks(context, { id: grantId, count: app.webhooks, checked: true })
      })
    }
  </li>`
}

const show = Effect.fnUntraced(function* (context: PageContext, problem?: Part) {
  const { shown, turn } = part(context, (yield* list({})).data)
  const base = yield* BaseUrl
  const rules = yield* RuleWords.forAdmin(context)
  return SettingsFrame.content("Connected apps", {
    title: say.frame.tab["Connected apps"],
    body: html`<h1>${say.frame.tab["Connected apps"]}</h1>
      <p class="soft">${say.keys.aboutApps}</p>
      ${PageLayout.problem(problem)}
      ${
        shown.length === 0
          ? html`<p>${say.keys.noApp}</p>`
          : html`<ul class="rows" aria-label="${say.frame.tab["Connected apps"]}">
                ${shown.map((app) => row(context, app, rules))}
              </ul>
              ${turn}`
      }
      <div class="card">
        ${secret("mcp", say.keys.connectApp, `${base}/mcp`)}
        <p class="hint">${say.keys.giveAddress}</p>
      </div>`
  })
})

export const routes = [
  WorkspacePage.page(path, (context) => show(context)),
  WorkspacePage.form(`${path}/:id/revoke`, {
    run: (context, form) =>
      Effect.as(revoke({ grantId: context.param("id"), endWebhooks: endsWebhooks(form) }), {
        to: path,
        notice: say.keys.isDisconnected
      }),
    again: (context, { problem }) => show(context, problem)
  })
]

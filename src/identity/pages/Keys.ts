/** The API keys page: owner, limits and last use, and the page that shows a new key once. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { now } from "../../../layers/runtime/Now.ts"
import type { ApiKey, NewApiKey } from "../../../schema/ApiKey.ts"
import * as KeyLimits from "../rules/KeyLimits.ts"
import * as RuleWords from "../../approvals/pages/RuleWords.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { endsWebhooks, madeWebhooks } from "../../webhooks/pages/WebhookRemovalOption.ts"
import { confirmed, part, secret } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"

const path = "/settings/keys"
const list = callOperation("keys.list")
const form = ContractForm.of("keys.create", {
  name: { hint: say.keys.nameHint },
  expiresIn: {
    words: {
      never: say.keys.never,
      "30d": say.keys.in30,
      "90d": say.keys.in90,
      "365d": say.keys.in365
    }
  },
  expiresAt: {
    type: "date",
    label: say.keys.expiresOnOptional,
    called: say.keys.expiresOn,
    hint: say.keys.asDayBegins
  },
  allowedAddresses: {
    rows: 3,
    label: say.keys.onlyFromOptional,
    called: say.keys.onlyFrom,
    hint: say.keys.networks
  }
})
const revoke = callOperation("keys.revoke")

type Key = typeof ApiKey.Encoded

/** The expiry of keys that have expired or will soon. */
const end = ({ expiresAt }: Pick<Key, "expiresAt">, at: string): Html | false => {
  const left = KeyLimits.endOf(expiresAt, at)
  if (left === undefined) return false
  return left === "over"
    ? html`<span class="tag over">${say.keys.expired}</span>`
    : html`<span class="tag soon">${say.keys.expiresIn(left)}</span>`
}

const lastUse = ({ lastUsedAddress: address, lastUsedAgent: agent, lastUsedAt }: Key): Html =>
  lastUsedAt === null
    ? html`${say.keys.neverUsed}`
    : html`${say.keys.lastUsed(LocalTime.minute(lastUsedAt))}${address !== null && say.keys.from(address)}${agent !== null && say.keys.by(agent)}`

const limits = ({ allowedAddresses, expiresAt }: Pick<Key, "allowedAddresses" | "expiresAt">, at: string) => {
  const end = KeyLimits.endOf(expiresAt, at) === "over" ? say.keys.didEnd : say.keys.willEnd
  const parts = [
    expiresAt !== null && end(LocalTime.minute(expiresAt)),
    allowedAddresses.length > 0 && say.keys.worksFrom(allowedAddresses.join(", "))
  ].filter((part) => part !== false)
  return (
    parts.length > 0 &&
    html`<p class="soft limits">${parts.map((part, index) => [index > 0 && " · ", part])}</p>`
  )
}

const refusal = ({ lastRefusedAddress: address, lastRefusedAt }: Key) =>
  lastRefusedAt !== null &&
  html`<p class="soft">
    ${say.keys.lastRefused(LocalTime.minute(lastRefusedAt))}${address !== null && say.keys.from(address)}
  </p>`

const row = (context: PageContext, key: Key, at: string, rules?: RuleWords.Listed): Html => {
  const { createdAt, hint, id, name, owner } = key
  const isOwn = owner.id === context.actor.user.id
  return html`<li>
    <p class="name"><strong>${name}</strong> <code class="soft">…${hint}</code> ${end(key, at)}</p>
    <p class="soft">
      ${isOwn ? say.keys.yours : owner.email}${!owner.isMember && say.keys.removed} ·
      ${say.keys.created(LocalTime.minute(createdAt))} · ${lastUse(key)}
    </p>
    ${limits(key, at)} ${refusal(key)} ${RuleWords.line(id, rules)}
    ${
      (isOwn || context.actor.role === "admin") &&
      confirmed(context, {
        id: `revoke ${id}`,
        action: `${path}/${id}/revoke`,
        verb: say.keys.revoke,
        what: name,
        warning: say.keys.revokeWarning,
        fields: madeWebhooks(context, { id, count: key.webhooks, checked: false })
      })
    }
  </li>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused, problem?: Part) {
  const { shown, turn } = part(context, (yield* list({})).data)
  const formView = form.show({ refused, focused: refused && "name" })
  const at = yield* now
  const rules = yield* RuleWords.forAdmin(context)
  return SettingsFrame.content("API keys", {
    title: say.frame.tab["API keys"],
    body: html`<h1>${say.frame.tab["API keys"]}</h1>
      <p class="soft">${say.keys.about}</p>
      ${PageLayout.problem(problem)} ${formView.problem}
      <form class="card new" method="post" action="${path}">
        <h2>${say.keys.newKey}</h2>
        ${WorkspacePage.hidden(context, "create")} ${formView.fields}
        <div class="actions"><button type="submit">${say.keys.create}</button></div>
      </form>
      ${
        shown.length === 0
          ? html`<p>${say.keys.none}</p>`
          : html`<ul class="rows" aria-label="${say.frame.tab["API keys"]}">
                ${shown.map((key) => row(context, key, at, rules))}
              </ul>
              ${turn}`
      }
      ${context.actor.workspace.plan === "free" && html`<p class="hint">${say.keys.freePlan}</p>`}`
  })
})

const mcpEntry = (base: string, token: string): string =>
  JSON.stringify({
    mcpServers: {
      "sales-pipeline": {
        type: "http",
        url: `${base}/mcp`,
        headers: { Authorization: `Bearer ${token}` }
      }
    }
  })

const created = Effect.fnUntraced(function* ({ name, token, ...made }: typeof NewApiKey.Encoded) {
  const base = yield* BaseUrl
  const at = yield* now
  const curl = `curl -s "${base}/v1/deals?limit=3" -H "Authorization: Bearer ${token}"`
  return SettingsFrame.content("API keys", {
    title: say.keys.newTitle,
    body: html`<h1>${say.keys.ready(name)}</h1>
      <p class="notice" role="status">${say.keys.copyNow}</p>
      ${limits(made, at)}
      <div class="card">
        ${secret("token", say.keys.apiKey, token)} ${secret("curl", say.keys.firstRequest, curl)}
        ${secret("mcp", say.keys.mcpEntry, mcpEntry(base, token))}
      </div>
      <p><a href="${path}">${say.keys.back}</a></p>`
  })
})

export const routes = [
  WorkspacePage.page(path, (context) => show(context)),
  WorkspacePage.form(path, {
    run: (_here, submission) => Effect.flatMap(form.send(submission, {}), (made) => created(made)),
    again: (context, refused) => show(context, refused)
  }),
  WorkspacePage.form(`${path}/:id/revoke`, {
    run: (context, submission) =>
      Effect.as(revoke({ id: context.param("id"), endWebhooks: endsWebhooks(submission) }), {
        to: path,
        notice: say.keys.isRevoked
      }),
    again: (context, { problem }) => show(context, undefined, problem)
  })
]

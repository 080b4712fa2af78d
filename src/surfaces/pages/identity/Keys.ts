/** The API keys of the workspace: owner, limits, last use, and the page that shows a new key once. */
import { Effect } from "effect"
import { BaseUrl } from "../../../../layers/platform/BaseUrl.ts"
import { now } from "../../../../layers/platform/Now.ts"
import type { ApiKey, NewApiKey } from "../../../../schema/ApiKey.ts"
import * as KeyLimits from "../../../domain/identity/KeyLimits.ts"
import * as RuleWords from "../approvals/RuleWords.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import { endsWebhooks, madeWebhooks } from "../webhooks/MadeWebhooks.ts"
import { confirmed, part, secret } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

const path = "/settings/keys"
const list = act("keys.list")
const form = ContractForm.of("keys.create", {
  name: { hint: "What it is for, so that you recognize it: “CRM import”, “Claude”." },
  expiresIn: {
    words: {
      never: "Never, or on the day below",
      "30d": "In 30 days",
      "90d": "In 90 days",
      "365d": "In 365 days"
    }
  },
  expiresAt: {
    type: "date",
    label: "Expires on (optional)",
    called: "Expires on",
    hint: "As that day begins, in UTC."
  },
  allowedAddresses: {
    rows: 3,
    label: "Works only from (optional)",
    called: "Works only from",
    hint: "Addresses or networks: 203.0.113.7, 203.0.113.0/24, 2001:db8::/48."
  }
})
const revoke = act("keys.revoke")

type Key = typeof ApiKey.Encoded

const daysLeft = (days: number) => (days === 0 ? "within a day" : days === 1 ? "in a day" : `in ${days} days`)

/** Shown of keys that have ended, or will soon. */
const end = ({ expiresAt }: Pick<Key, "expiresAt">, at: string): Html | false => {
  const left = KeyLimits.endOf(expiresAt, at)
  if (left === undefined) return false
  return left === "over"
    ? html`<span class="tag over">expired</span>`
    : html`<span class="tag soon">expires ${daysLeft(left)}</span>`
}

const lastUse = ({ lastUsedAddress: address, lastUsedAgent: agent, lastUsedAt }: Key): Html =>
  lastUsedAt === null
    ? html`never used`
    : html`last used
      ${Moment.minute(lastUsedAt)}${address !== null && html` from ${address}`}${agent !== null && html` by ${agent}`}`

const limits = ({ allowedAddresses, expiresAt }: Pick<Key, "allowedAddresses" | "expiresAt">, at: string) => {
  const verb = KeyLimits.endOf(expiresAt, at) === "over" ? "Expired" : "Expires"
  const parts = [
    expiresAt !== null && html`${verb} ${Moment.minute(expiresAt)}`,
    allowedAddresses.length > 0 &&
      html`${expiresAt === null ? "Works" : "works"} only from ${allowedAddresses.join(", ")}`
  ].filter((part) => part !== false)
  return (
    parts.length > 0 &&
    html`<p class="soft limits">${parts.map((part, index) => [index > 0 && " · ", part])}</p>`
  )
}

const refusal = ({ lastRefusedAddress: address, lastRefusedAt }: Key) =>
  lastRefusedAt !== null &&
  html`<p class="soft">
    Last refused ${Moment.minute(lastRefusedAt)}${address !== null && html` from ${address}`}
  </p>`

const row = (here: Workplace.Here, key: Key, at: string, rules?: RuleWords.Listed): Html => {
  const { createdAt, hint, id, name, owner } = key
  const isOwn = owner.id === here.actor.user.id
  return html`<li>
    <p class="name"><strong>${name}</strong> <code class="soft">…${hint}</code> ${end(key, at)}</p>
    <p class="soft">
      ${isOwn ? "Yours" : owner.email}${!owner.isMember && " (removed: it opens nothing)"} · created
      ${Moment.minute(createdAt)} · ${lastUse(key)}
    </p>
    ${limits(key, at)} ${refusal(key)} ${RuleWords.line(id, rules)}
    ${
      (isOwn || here.actor.role === "admin") &&
      confirmed(here, {
        id: `revoke ${id}`,
        action: `${path}/${id}/revoke`,
        verb: "Revoke",
        what: name,
        warning: "Requests with this key will be refused from now on. This cannot be undone.",
        fields: madeWebhooks(here, { id, count: key.webhooks, checked: false })
      })
    }
  </li>`
}

const show = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused, problem?: Part) {
  const { shown, turn } = part(here, (yield* list({})).data)
  const asked = form.show({ refused, focused: refused && "name" })
  const at = yield* now
  const rules = yield* RuleWords.forAdmin(here)
  return Settings.content("API keys", {
    title: "API keys",
    body: html`<h1>API keys</h1>
      <p class="soft">
        A key opens the REST API and MCP for this workspace. It may do what the role of its maker allows, as
        that role is at the time.
      </p>
      ${Layout.problem(problem)} ${asked.problem}
      <form class="card new" method="post" action="${path}">
        <h2>New key</h2>
        ${Workplace.hidden(here, "create")} ${asked.fields}
        <div class="actions"><button type="submit">Create key</button></div>
      </form>
      ${
        shown.length === 0
          ? html`<p>There are no keys yet.</p>`
          : html`<ul class="rows" aria-label="API keys">
                ${shown.map((key) => row(here, key, at, rules))}
              </ul>
              ${turn}`
      }
      ${here.actor.workspace.plan === "free" && html`<p class="hint">The free plan includes 2 keys.</p>`}`
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
  return Settings.content("API keys", {
    title: "New API key",
    body: html`<h1>The key ${name} is ready</h1>
      <p class="notice" role="status">Copy it now: it is shown only once, and stored only as a hash.</p>
      ${limits(made, at)}
      <div class="card">
        ${secret("token", "API key", token)} ${secret("curl", "A first request", curl)}
        ${secret("mcp", "Entry for an MCP client", mcpEntry(base, token))}
      </div>
      <p><a href="${path}">Back to the keys</a></p>`
  })
})

export const routes = [
  Workplace.page(path, (here) => show(here)),
  Workplace.form(path, {
    run: (_here, submission) => Effect.flatMap(form.send(submission, {}), (made) => created(made)),
    again: (here, refused) => show(here, refused)
  }),
  Workplace.form(`${path}/:id/revoke`, {
    run: (here, submission) =>
      Effect.as(revoke({ id: here.param("id"), endWebhooks: endsWebhooks(submission) }), {
        to: path,
        notice: "The key is revoked."
      }),
    again: (here, { problem }) => show(here, undefined, problem)
  })
]

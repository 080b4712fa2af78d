/** The API keys of the workspace: owner, last use, and the page that shows a new key once. */
import { Effect } from "effect"
import { BaseUrl } from "../../../../layers/platform/BaseUrl.ts"
import type { ApiKey } from "../../../../schema/ApiKey.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Workplace from "../platform/Workplace.ts"
import { endsWebhooks, madeWebhooks } from "../webhooks/MadeWebhooks.ts"
import { confirmed, part, secret } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"

const path = "/settings/keys"
const list = act("keys.list")
const form = ContractForm.of("keys.create", {
  name: { hint: "What it is for, so that you recognize it: “CRM import”, “Claude”." }
})
const revoke = act("keys.revoke")

const row = (here: Workplace.Here, key: typeof ApiKey.Encoded): Html => {
  const { createdAt, hint, id, lastUsedAt, name, owner } = key
  const isOwn = owner.id === here.actor.user.id
  return html`<li>
    <p class="name"><strong>${name}</strong> <code class="soft">…${hint}</code></p>
    <p class="soft">
      ${isOwn ? "Yours" : owner.email}${!owner.isMember && " (removed: it opens nothing)"} · created
      ${Moment.minute(createdAt)} ·
      ${lastUsedAt === null ? "never used" : html`last used ${Moment.minute(lastUsedAt)}`}
    </p>
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

const show = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused, problem?: string) {
  const { shown, turn } = part(here, (yield* list({})).data)
  const asked = form.show({ refused, focused: refused && "name" })
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
                ${shown.map((key) => row(here, key))}
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

const created = Effect.fnUntraced(function* (name: string, token: string) {
  const base = yield* BaseUrl
  const curl = `curl -s "${base}/v1/deals?limit=3" -H "Authorization: Bearer ${token}"`
  return Settings.content("API keys", {
    title: "New API key",
    body: html`<h1>The key ${name} is ready</h1>
      <p class="notice" role="status">Copy it now: it is shown only once, and stored only as a hash.</p>
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
    run: (_here, submission) =>
      Effect.flatMap(form.send(submission, {}), ({ name, token }) => created(name, token)),
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

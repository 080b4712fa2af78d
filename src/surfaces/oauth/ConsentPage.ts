/** The consent page: which app asks, where it will send the browser, and what it may read and change. */
import type { Membership } from "../../../layers/identity/people/Membership.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { html, type Html, type Part } from "../pages/platform/Html.ts"
import * as Layout from "../pages/platform/Layout.ts"
import * as Next from "../pages/identity/Next.ts"
import { isRead, words } from "../pages/identity/ScopeWords.ts"
import * as Visit from "../pages/platform/Visit.ts"
import type { Redirect } from "./Redirect.ts"

export interface Chosen {
  readonly workspaceId: string | undefined
  readonly scopes: ReadonlyArray<Scope>
  readonly problem: Part
}

interface Shown {
  readonly visit: Visit.Visit
  readonly action: string
  readonly client: { readonly id: string; readonly name: string; readonly redirect: Redirect }
  readonly asked: ReadonlyArray<Scope>
  readonly memberships: ReadonlyArray<Membership>
  readonly chosen: Partial<Chosen>
}

const longest = 60

/** The name an app gave itself, without characters that could change the text around it. */
export const nameOf = (name: string | undefined, clientId: string): string => {
  const plain = (name ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim()
  if (plain === "") return URL.parse(clientId)?.host ?? "An app without a name"
  return [...plain].length > longest ? `${[...plain].slice(0, longest).join("")}…` : plain
}

/** The URL of a metadata document proves who controls it; a registration proves nothing. */
const identity = (id: string): Html =>
  id.startsWith("https://")
    ? html`<dt>Identified by</dt>
        <dd><code>${id}</code></dd>`
    : html`<dt>Identity</dt>
        <dd>The app named itself; nobody checked the name.</dd>`

const workspaces = ({ chosen, memberships }: Shown): Html => {
  const [first, ...others] = memberships
  if (first !== undefined && others.length === 0) {
    return html`<p>
      In the workspace <strong>${first.name}</strong> <span class="soft">(you are ${first.role})</span>
      <input type="hidden" name="workspace" value="${first.workspaceId}" />
    </p>`
  }
  return html`<fieldset>
    <legend>In the workspace</legend>
    ${memberships.map(
      ({ name, role, workspaceId }) =>
        html`<div class="choice">
          <input
            type="radio"
            id="workspace-${workspaceId}"
            name="workspace"
            value="${workspaceId}"
            required
            ${chosen.workspaceId === workspaceId && html`checked`}
          />
          <label for="workspace-${workspaceId}">${name} <span class="soft">(you are ${role})</span></label>
        </div>`
    )}
  </fieldset>`
}

const choices = (legend: string, scopes: ReadonlyArray<Scope>, { chosen }: Shown): Html | false =>
  scopes.length > 0 &&
  html`<fieldset>
    <legend>${legend}</legend>
    ${scopes.map(
      (scope) =>
        html`<div class="choice">
          <input
            type="checkbox"
            id="scope-${scope}"
            name="scope"
            value="${scope}"
            ${chosen.scopes?.includes(scope) === true && html`checked`}
          />
          <label for="scope-${scope}">${words[scope]} <code class="soft">${scope}</code></label>
        </div>`
    )}
  </fieldset>`

const nowhere = html`<p>
  You do not belong to any workspace, so there is nothing the app could be connected to. Ask an admin to add
  you.
</p>`

const decision = html`<div class="actions">
  <button type="submit" name="decision" value="allow">Allow</button>
  <button class="quiet" type="submit" name="decision" value="deny" formnovalidate>Deny</button>
</div>`

const deny = html`<div class="actions">
  <button class="quiet" type="submit" name="decision" value="deny" formnovalidate>Deny</button>
</div>`

export const frame = (shown: Shown): Layout.Frame => {
  const { action, asked, chosen, client, memberships, visit } = shown
  const isMember = memberships.length > 0
  return {
    title: `Connect ${client.name}`,
    width: "narrow",
    notice: visit.notice,
    body: html`<form class="card" method="post" action="${action}">
      <h1>Connect ${client.name}?</h1>
      <dl class="facts">
        <dt>Sends you to</dt>
        <dd><strong>${client.redirect.host}</strong>, ${client.redirect.place}</dd>
        ${identity(client.id)}
        <dt>Signed in as</dt>
        <dd>${visit.session?.email} · <a href="${Next.signIn(action)}">use another account</a></dd>
      </dl>
      ${Layout.problem(chosen.problem)} ${Visit.hidden(visit)} ${isMember ? workspaces(shown) : nowhere}
      ${
        isMember &&
        html`${choices("Reading", asked.filter(isRead), shown)}
          ${choices(
            "Changing",
            asked.filter((scope) => !isRead(scope)),
            shown
          )}
          <p class="hint">
            An app that may read anything also sees who belongs to the workspace: names, addresses, roles. The
            app can never do more than your role allows, over the API or as an agent's tools. You can
            disconnect it at any time; changing your password disconnects it too.
          </p>`
      }
      ${isMember ? decision : deny}
    </form>`
  }
}

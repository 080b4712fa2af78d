/** The consent page: which app asks, where it will send the browser, and what it may read and change. */
import { say } from "../web/i18n/Words.ts"
import type { Membership } from "../../../layers/identity/people/Membership.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { html, type Html, type Part } from "../web/Html.ts"
import * as PageLayout from "../web/frame/PageLayout.ts"
import * as ReturnPath from "../../identity/pages/signIn/ReturnPath.ts"
import { isRead, words } from "../../identity/pages/ScopeWords.ts"
import * as BrowserSession from "../web/BrowserSession.ts"
import type { Redirect } from "./Redirect.ts"

export interface Chosen {
  readonly workspaceId: string | undefined
  readonly scopes: ReadonlyArray<Scope>
  readonly problem: Part
}

interface ConsentView {
  readonly visit: BrowserSession.BrowserSession
  readonly action: string
  readonly client: { readonly id: string; readonly name: string; readonly redirect: Redirect }
  readonly asked: ReadonlyArray<Scope>
  readonly memberships: ReadonlyArray<Membership>
  readonly chosen: Partial<Chosen>
}

const maxNameLength = 60

/** The name an app gave itself, without characters that could change the text around it. */
export const nameOf = (name: string | undefined, clientId: string): string => {
  const plain = (name ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim()
  if (plain === "") return URL.parse(clientId)?.host ?? "An app without a name"
  return [...plain].length > maxNameLength ? `${[...plain].slice(0, maxNameLength).join("")}…` : plain
}

/** The URL of a metadata document proves who controls it; a registration proves nothing. */
const identity = (id: string): Html =>
  id.startsWith("https://")
    ? html`<dt>${say.consent.identifiedBy}</dt>
        <dd><code>${id}</code></dd>`
    : html`<dt>${say.consent.identity}</dt>
        <dd>${say.consent.unchecked}</dd>`

const workspaces = ({ chosen, memberships }: ConsentView): Html => {
  const [first, ...others] = memberships
  if (first !== undefined && others.length === 0) {
    return html`<p>
      ${say.consent.inWorkspace} <strong>${first.name}</strong>
      <span class="soft">(${say.consent.youAre[first.role]})</span>
      <input type="hidden" name="workspace" value="${first.workspaceId}" />
    </p>`
  }
  return html`<fieldset>
    <legend>${say.consent.inWorkspace}</legend>
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
          <label for="workspace-${workspaceId}"
            >${name} <span class="soft">(${say.consent.youAre[role]})</span></label
          >
        </div>`
    )}
  </fieldset>`
}

const choices = (legend: Part, scopes: ReadonlyArray<Scope>, { chosen }: ConsentView): Html | false =>
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

const nowhere = html`<p>${say.consent.nowhere}</p>`

const decision = html`<div class="actions">
  <button type="submit" name="decision" value="allow">${say.consent.allow}</button>
  <button class="quiet" type="submit" name="decision" value="deny" formnovalidate>${say.consent.deny}</button>
</div>`

const deny = html`<div class="actions">
  <button class="quiet" type="submit" name="decision" value="deny" formnovalidate>${say.consent.deny}</button>
</div>`

export const frame = (view: ConsentView): PageLayout.Frame => {
  const { action, asked, chosen, client, memberships, visit } = view
  const isMember = memberships.length > 0
  return {
    title: say.consent.connect(client.name),
    width: "narrow",
    notice: visit.notice,
    body: html`<form class="card" method="post" action="${action}">
      <h1>${say.consent.connectQuestion(client.name)}</h1>
      <dl class="facts">
        <dt>${say.consent.sendsTo}</dt>
        <dd><strong>${client.redirect.host}</strong>, ${client.redirect.place}</dd>
        ${identity(client.id)}
        <dt>${say.consent.signedInAs}</dt>
        <dd>
          ${visit.session?.email} · <a href="${ReturnPath.signIn(action)}">${say.consent.anotherAccount}</a>
        </dd>
      </dl>
      ${PageLayout.problem(chosen.problem)} ${BrowserSession.hidden(visit)}
      ${isMember ? workspaces(view) : nowhere}
      ${
        isMember &&
        html`${choices(say.consent.reading, asked.filter(isRead), view)}
          ${choices(
            say.consent.changing,
            asked.filter((scope) => !isRead(scope)),
            view
          )}
          <p class="hint">${say.consent.hint}</p>`
      }
      ${isMember ? decision : deny}
    </form>`
  }
}

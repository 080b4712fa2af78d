/** What stands around every page behind the sign-in: its sections, the workspace, and who is signed in. */
import { mostCounted } from "../../../contract/approvals/Approvals.ts"
import { say } from "../words/Words.ts"
import { html, type Html } from "./Html.ts"
import type * as Layout from "./Layout.ts"
import * as Moment from "./Moment.ts"
import * as Toast from "./Toast.ts"
import * as Visit from "./Visit.ts"
import type * as Workplace from "./Workplace.ts"

type Section = NonNullable<Workplace.Content["section"]>

const sections: Readonly<Record<Section, string>> = {
  Board: "/boards",
  Deals: "/deals",
  Leads: "/leads",
  Reports: "/reports",
  Approvals: "/approvals",
  Settings: "/settings"
}

const chooser = ({ actor, memberships, url, visit }: Workplace.Here): Html | false =>
  memberships.length > 1 &&
  html`<form class="chooser" method="post" action="/workspace">
    ${Visit.hidden(visit)} <input type="hidden" name="next" value="${url.pathname}" />
    <label class="unseen" for="workspace">${say.frame.workspace}</label>
    <select id="workspace" name="workspace">
      ${memberships.map(
        ({ name, workspaceId }) =>
          html`<option value="${workspaceId}" ${workspaceId === actor.workspace.id && html`selected`}>
            ${name}
          </option>`
      )}
    </select>
    <button class="quiet" type="submit">${say.frame.switch}</button>
  </form>`

/** What waits for this admin; kept up to date where a page looks for news anyway. */
const count = (waiting: number): Html =>
  html`<span id="waiting" data-live
    >${
      waiting > 0 &&
      html` <span class="count"
        >${waiting >= mostCounted ? `${mostCounted - 1}+` : waiting}<span class="unseen">
          ${say.frame.waiting}</span
        ></span
      >`
    }</span
  >`

/** `waiting` is undefined for those who decide nothing. */
const navigation = (current: Section | undefined, waiting: number | undefined): Html =>
  html`<nav class="sections" aria-label="${say.frame.sections}">
    ${Object.entries(sections)
      .filter(([name]) => name !== "Approvals" || waiting !== undefined)
      .map(
        ([name, path]) =>
          html`<a href="${path}" ${name === current && html`aria-current="page"`}
            >${say.frame.section[name as Section]}${name === "Approvals" && count(waiting!)}</a
          >`
      )}
  </nav>`

/** Who is signed in, and the way out, for the top of a page. */
export const account = (visit: Workplace.SignedIn): Html =>
  html`<nav class="account" aria-label="${say.frame.account}">
    <a href="/account">${visit.session.email}</a>
    <form method="post" action="/sign-out">
      ${Visit.hidden(visit)}<button class="quiet" type="submit">${say.frame.signOut}</button>
    </form>
  </nav>`

/** Nobody shall take a rehearsal for the workspace. */
const banner = ({ actor: { workspace }, now }: Workplace.Here): Html | false =>
  workspace.rehearsal !== undefined &&
  html`<aside class="rehearsal" aria-label="${say.frame.rehearsal}">
    ${say.frame.rehearsing(workspace.name)}
    ${workspace.rehearsal.offset !== 0 && say.frame.hereItIs(Moment.minute(now))}
    ${say.frame.itEnds(Moment.day(workspace.rehearsal.endsAt))}
    <a href="/settings/rehearsals">${say.frame.clockAndEnd}</a>
  </aside>`

export const frame = (
  here: Workplace.Here,
  { full, scripts = [], section, ...content }: Workplace.Content,
  waiting: number | undefined
): Layout.Frame => ({
  ...content,
  banner: banner(here),
  notice: here.visit.notice,
  undoing: Toast.form(here),
  scripts: ["page.js", ...scripts],
  width: full === true ? "full" : "wide",
  aside: html`${navigation(section, waiting)} ${chooser(here)} ${account(here.visit)}`
})

/** A suspended workspace has no page but this; the person may go on in another. */
export const suspendedFrame = (here: Workplace.Here): Layout.Frame => {
  const { name, suspended } = here.actor.workspace
  const reason = suspended?.reason ?? null
  return {
    title: say.frame.suspended,
    width: "narrow",
    aside: html`${chooser(here)} ${account(here.visit)}`,
    body: html`<div class="card">
      <h1>${say.frame.isSuspended(name)}</h1>
      ${reason !== null && html`<p>${reason}</p>`}
      <p>${say.frame.aboutSuspended}</p>
    </div>`
  }
}

/** The frame of every signed-in page: sections, workspace, and account menu. */
import { maxCounted } from "../../../approvals/contract/Approvals.ts"
import { say } from "../i18n/Words.ts"
import { html, type Html } from "../Html.ts"
import * as Icons from "./Icons.ts"
import { initials } from "./Initials.ts"
import type * as PageLayout from "./PageLayout.ts"
import * as LocalTime from "../LocalTime.ts"
import * as Toast from "./Toast.ts"
import * as BrowserSession from "../BrowserSession.ts"
import type { Content, PageContext, SignedIn } from "./PageContext.ts"

type Section = NonNullable<Content["section"]>

export const sections: Readonly<Record<Section, string>> = {
  Today: "/today",
  Board: "/boards",
  Deals: "/deals",
  Leads: "/leads",
  Reports: "/reports",
  Forecast: "/forecast",
  Approvals: "/approvals",
  Settings: "/settings"
}

const chooser = ({ actor, memberships, url, visit }: PageContext): Html | false =>
  memberships.length > 1 &&
  html`<form class="chooser" method="post" action="/workspace">
    ${BrowserSession.hidden(visit)} <input type="hidden" name="next" value="${url.pathname}" />
    <label for="workspace">${say.frame.workspace}</label>
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

/** The number of pending approvals. It is updated on pages that poll for changes. */
const count = (id: string, waiting: number): Html =>
  html`<span id="${id}" data-live
    >${
      waiting > 0 &&
      html` <span class="count"
        >${waiting >= maxCounted ? `${maxCounted - 1}+` : waiting}<span class="unseen">
          ${say.frame.waiting}</span
        ></span
      >`
    }</span
  >`

/** The sections are a row in a wide window, and a menu behind a button in a narrow one. */
const navigation = (current: Section | undefined, waiting: number | undefined): Html =>
  html`<button type="button" class="folded" popovertarget="sections">
      ${current === undefined ? say.frame.sections : say.frame.section[current]}${Icons.more}${
        waiting !== undefined && count("waiting-folded", waiting)
      }
    </button>
    <nav class="sections" id="sections" popover aria-label="${say.frame.sections}">
      ${Object.entries(sections)
        .filter(([name]) => name !== "Approvals" || waiting !== undefined)
        .map(
          ([name, path]) =>
            html`<a href="${path}" ${name === current && html`aria-current="page"`}
              >${name === "Today" && Icons.today}${say.frame.section[name as Section]}${name === "Approvals" && count("waiting", waiting!)}</a
            >`
        )}
    </nav>`

/** The link to the search page, which find.js opens as a dialog on every other page. */
const find = html`<a class="find" href="/find" aria-keyshortcuts="/ Control+K Meta+K"
  >${Icons.search} <span>${say.find.find}</span><kbd aria-hidden="true">/</kbd></a
>`

/** The account menu, behind the person's initials at the top of a page: who is signed in, other workspaces, and sign-out. */
export const account = (visit: SignedIn, workspaces: Html | false = false): Html => {
  const { email, name } = visit.session
  return html`<button type="button" class="person" popovertarget="account" title="${email}">
      <span aria-hidden="true">${initials(name ?? email)}</span
      ><span class="unseen">${say.frame.account}</span>
    </button>
    <nav class="account" id="account" popover aria-label="${say.frame.account}">
      ${name !== null && html`<strong>${name}</strong>`} <span class="soft">${email}</span>
      <a href="/account">${say.account.title}</a>
      ${workspaces}
      <form method="post" action="/sign-out">
        ${BrowserSession.hidden(visit)}<button class="quiet" type="submit">${say.frame.signOut}</button>
      </form>
    </nav>`
}

/** The banner keeps people from mistaking a rehearsal for the workspace. */
const banner = ({ actor: { workspace }, now }: PageContext): Html | false =>
  workspace.rehearsal !== undefined &&
  html`<aside class="rehearsal" aria-label="${say.frame.rehearsal}">
    ${say.frame.rehearsing(workspace.name)}
    ${workspace.rehearsal.offset !== 0 && say.frame.hereItIs(LocalTime.minute(now))}
    ${say.frame.itEnds(LocalTime.day(workspace.rehearsal.endsAt))}
    <a href="/settings/rehearsals">${say.frame.clockAndEnd}</a>
  </aside>`

export const frame = (
  context: PageContext,
  { full, scripts = [], section, styles = [], ...content }: Content,
  waiting: number | undefined
): PageLayout.Frame => ({
  ...content,
  banner: banner(context),
  notice: context.visit.notice,
  undoing: Toast.form(context),
  styles: ["find.css", ...styles],
  scripts: ["page.js", "find.js", ...scripts],
  width: full === true ? "full" : "wide",
  accountMenu: html`${navigation(section, waiting)} ${find} ${account(context.visit, chooser(context))}`
})

/** A suspended workspace has only this page; the person can switch to another workspace. */
export const suspendedFrame = (context: PageContext): PageLayout.Frame => {
  const { name, suspended } = context.actor.workspace
  const reason = suspended?.reason ?? null
  return {
    title: say.frame.suspended,
    width: "narrow",
    accountMenu: account(context.visit, chooser(context)),
    body: html`<div class="card">
      <h1>${say.frame.isSuspended(name)}</h1>
      ${reason !== null && html`<p>${reason}</p>`}
      <p>${say.frame.aboutSuspended}</p>
    </div>`
  }
}

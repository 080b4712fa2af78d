/** Parts of the pages for two-factor authentication. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Schema } from "effect"
import { renderSVG } from "uqr"
import type { Refused } from "../../../surfaces/web/Form.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import { Html, html, type Part } from "../../../surfaces/web/Html.ts"
import type * as PageLayout from "../../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../../surfaces/web/LocalTime.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspaceFrame from "../../../surfaces/web/frame/WorkspaceFrame.ts"

export const path = "/account/second-step"

/** Links from the account page to the page for two-factor authentication. */
export const card: Html = html`<section class="card">
  <h2>${say.twoFactor.secondStep}</h2>
  <p class="soft">${say.twoFactor.aboutStep}</p>
  <p><a href="${path}">${say.twoFactor.setUpOrChange}</a></p>
</section>`

const fields = (hint: Part) =>
  SchemaForm.of(
    { current: Schema.String, code: Schema.String.check(Schema.isMaxLength(40)) },
    {
      current: { label: say.twoFactor.yourPassword, type: "password", autocomplete: "current-password" },
      code: { label: say.twoFactor.code, autocomplete: "one-time-code", hint }
    }
  )

const confirming = fields(say.twoFactor.sixNow)
const changing = fields(say.twoFactor.sixOr)

const page = (visit: SignedIn, title: Part, body: Html): PageLayout.Frame => ({
  title,
  width: "narrow",
  styles: ["settings.css"],
  scripts: ["page.js"],
  notice: visit.notice,
  accountMenu: WorkspaceFrame.account(visit),
  body
})

const username = ({ session }: SignedIn): Html =>
  html`<input type="hidden" name="username" value="${session.email}" autocomplete="username" />`

/** Black on white even in dark mode, because cameras need it. Uses attributes instead of styles because of the content security policy. */
const picture = (address: string): Html =>
  html`<div role="img" aria-label="${say.twoFactor.qrCode}">
    ${new Html(renderSVG(address, { border: 3 }).replace("<svg ", '<svg width="220" height="220" '))}
  </div>`

interface Setup {
  readonly secret: string
  readonly address: string
  /** The encrypted secret, which the form sends back. */
  readonly setup: string
  readonly refused: Refused | undefined
}

export const setup = (visit: SignedIn, { address, refused, secret, setup }: Setup): PageLayout.Frame => {
  const formView = confirming.show({ refused })
  return page(
    visit,
    say.twoFactor.setUpStep,
    html`<h1>${say.twoFactor.setUpStep}</h1>
      <form class="card" method="post" action="${path}">
        <p>${say.twoFactor.scan}</p>
        ${picture(address)}
        <p class="soft">${say.twoFactor.key} <code>${secret.replaceAll(/(.{4})(?=.)/gu, "$1 ")}</code></p>
        ${formView.problem} ${BrowserSession.hidden(visit)} ${username(visit)}
        <input type="hidden" name="setup" value="${setup}" /> ${formView.fields}
        <div class="actions"><button type="submit">${say.twoFactor.switchOn}</button></div>
      </form>
      <p><a href="/account">${say.twoFactor.back}</a></p>`
  )
}

interface Manage {
  readonly since: string
  readonly recoveryCodes: number
  readonly refused: Refused | undefined
}

export const manage = (visit: SignedIn, { recoveryCodes, refused, since }: Manage): PageLayout.Frame => {
  const formView = changing.show({ refused })
  return page(
    visit,
    say.twoFactor.yourStep,
    html`<h1>${say.twoFactor.yourStep}</h1>
      <form class="card" method="post" action="${path}/change">
        <p>${say.twoFactor.onSince(LocalTime.minute(since))} ${say.twoFactor.codesLeft(recoveryCodes)}</p>
        ${formView.problem} ${BrowserSession.hidden(visit)} ${username(visit)} ${formView.fields}
        <div class="actions">
          <button type="submit" name="do" value="codes">${say.twoFactor.makeCodes}</button>
          <button class="quiet" type="submit" name="do" value="off">${say.twoFactor.switchOff}</button>
        </div>
      </form>
      <p><a href="/account">${say.twoFactor.back}</a></p>`
  )
}

export const codes = (visit: SignedIn, codes: ReadonlyArray<string>): PageLayout.Frame =>
  page(
    visit,
    say.twoFactor.yourCodes,
    html`<h1>${say.twoFactor.yourCodes}</h1>
      <div class="card">
        <p class="notice" role="status">${say.twoFactor.keepThese}</p>
        <p>${say.twoFactor.eachOnce}</p>
        <ul aria-label="${say.twoFactor.codes}">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a class="button" href="/account">${say.twoFactor.kept}</a></p>
      </div>`
  )

/** What the pages of a person's second step show. */
import { Schema } from "effect"
import { renderSVG } from "uqr"
import type { Refused } from "../platform/Form.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { Html, html } from "../platform/Html.ts"
import type * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Visit from "../platform/Visit.ts"
import type * as Workplace from "../platform/Workplace.ts"
import * as WorkplaceFrame from "../platform/WorkplaceFrame.ts"

export const path = "/account/second-step"

/** Leads from the account's page to its own. */
export const card: Html = html`<section class="card">
  <h2>Second step</h2>
  <p class="soft">A code from an authenticator app, asked for after your password.</p>
  <p><a href="${path}">Set up or change</a></p>
</section>`

const fields = (hint: string) =>
  SchemaForm.of(
    { current: Schema.String, code: Schema.String.check(Schema.isMaxLength(40)) },
    {
      current: { label: "Your password", type: "password", autocomplete: "current-password" },
      code: { label: "Code", autocomplete: "one-time-code", hint }
    }
  )

const confirming = fields("Six digits that the app shows now.")
const changing = fields("Six digits from the app, or a recovery code.")

const page = (visit: Workplace.SignedIn, title: string, body: Html): Layout.Frame => ({
  title,
  width: "narrow",
  styles: ["settings.css"],
  notice: visit.notice,
  aside: WorkplaceFrame.account(visit),
  body
})

const username = ({ session }: Workplace.SignedIn): Html =>
  html`<input type="hidden" name="username" value="${session.email}" autocomplete="username" />`

/** Black on white in dark mode too, which cameras need; drawn by attributes alone, as our policy wants. */
const picture = (address: string): Html =>
  new Html(
    renderSVG(address, { border: 3 }).replace(
      "<svg ",
      '<svg role="img" aria-label="QR code for an authenticator app" width="220" height="220" '
    )
  )

interface Setup {
  readonly secret: string
  readonly address: string
  /** The secret, sealed, for the form to send back. */
  readonly setup: string
  readonly refused: Refused | undefined
}

export const setup = (
  visit: Workplace.SignedIn,
  { address, refused, secret, setup }: Setup
): Layout.Frame => {
  const shown = confirming.show({ refused })
  return page(
    visit,
    "Set up a second step",
    html`<h1>Set up a second step</h1>
      <form class="card" method="post" action="${path}">
        <p>Scan this with an authenticator app, or type the key into it. Then type the code it shows.</p>
        <p>${picture(address)}</p>
        <p class="soft">Key: <code>${secret.replaceAll(/(.{4})(?=.)/gu, "$1 ")}</code></p>
        ${shown.problem} ${Visit.hidden(visit)} ${username(visit)}
        <input type="hidden" name="setup" value="${setup}" /> ${shown.fields}
        <div class="actions"><button type="submit">Switch on</button></div>
      </form>
      <p><a href="/account">Back to your account</a></p>`
  )
}

interface Manage {
  readonly since: string
  readonly recoveryCodes: number
  readonly refused: Refused | undefined
}

export const manage = (
  visit: Workplace.SignedIn,
  { recoveryCodes, refused, since }: Manage
): Layout.Frame => {
  const shown = changing.show({ refused })
  return page(
    visit,
    "Your second step",
    html`<h1>Your second step</h1>
      <form class="card" method="post" action="${path}/change">
        <p>
          On since ${Moment.minute(since)}. ${recoveryCodes} recovery
          ${recoveryCodes === 1 ? "code is" : "codes are"} left.
        </p>
        ${shown.problem} ${Visit.hidden(visit)} ${username(visit)} ${shown.fields}
        <div class="actions">
          <button type="submit" name="do" value="codes">Make new recovery codes</button>
          <button class="quiet" type="submit" name="do" value="off">Switch off</button>
        </div>
      </form>
      <p><a href="/account">Back to your account</a></p>`
  )
}

export const codes = (visit: Workplace.SignedIn, codes: ReadonlyArray<string>): Layout.Frame =>
  page(
    visit,
    "Your recovery codes",
    html`<h1>Your recovery codes</h1>
      <div class="card">
        <p class="notice" role="status">Keep these now: they are shown only once.</p>
        <p>
          Each signs you in once in place of the app's code, if you lose the device. All earlier ones are
          void.
        </p>
        <ul aria-label="Recovery codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <p><a class="button" href="/account">I have kept them</a></p>
      </div>`
  )

/** The hosted contact page: the form, the confirmation, and the form with errors. */
import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { submitted } from "../../../../schema/LeadSubmission.ts"
import { type Fields, tracked } from "../../../intake/rules/FormFields.ts"
import * as Problems from "../../web/form/Problems.ts"
import * as SchemaForm from "../../web/form/SchemaForm.ts"
import type { Reader } from "../../web/i18n/ReaderSettings.ts"
import { say } from "../../web/i18n/Words.ts"
import { drawn, html, Html, type Part } from "../../web/Html.ts"

/** Names of form fields that don't belong to a lead. */
export const trap = "contact_me_by_fax"
export const stamp = "_issued"
export const redirect = "_redirect"

/** The requirements of a submission, worded for a visitor. */
const need = say.contact.need

export const consentText = "I agree to be contacted about my request."

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

const style = read("../../web/assets/tokens.css") + read("style.css")

/** This isn't a template, because a formatter would change the text, and the policy's hash would no longer match. */
const styleElement = new Html(`<style>${style}</style>`)

/** The page may run and load only its own style, can't be framed, and its form can only be sent to us. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'"
].join("; ")

const headers = {
  "cache-control": "no-store",
  "content-security-policy": policy,
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff"
}

const page = (reader: Reader, status: number, title: Part, body: Html) => {
  const text = drawn(
    html`<!doctype html>
      <html lang="${reader.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          ${styleElement}
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html> `,
    reader
  )
  return HttpServerResponse.text(text, { status, contentType: "text/html; charset=utf-8", headers })
}

const contactForm = SchemaForm.of(submitted, {
  firstName: { autocomplete: "given-name" },
  lastName: { autocomplete: "family-name" },
  workEmail: { label: say.contact.workEmail, autocomplete: "email" },
  phone: { type: "tel", autocomplete: "tel" },
  companyName: { autocomplete: "organization" },
  companyWebsite: { label: say.contact.website, autocomplete: "url" },
  message: { label: say.contact.help, called: say.contact.message, rows: 6 },
  howHeard: { label: say.contact.heard, called: say.contact.heardCalled }
})

/** The summary above the form, with a link to each field; errors without a field are shown in full. */
const summary = (problems: ReadonlyArray<Problems.Issue>): Part =>
  problems.length > 0 &&
  html`<div class="problem" role="alert">
    <p>${say.contact.check}</p>
    <ul>
      ${problems.map(({ message, path }) => {
        const label = contactForm.labels().get(path)
        return html`<li>
          ${path === "" ? need : label === undefined ? message : html`<a href="#${path}">${Problems.sentence(label, { message, path })}</a>`}
        </li>`
      })}
    </ul>
  </div>`

const hidden = (name: string, value: Part): Part =>
  value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`

export interface View {
  readonly reader: Reader
  readonly workspaceName: string
  readonly values: Fields
  readonly stamp: string
  readonly redirect?: string | undefined
  readonly problems?: ReadonlyArray<Problems.Issue>
  /** The response status; the default is 200. */
  readonly status?: number
}

/** The form: empty, or with the submitted values and their errors. */
export const form = ({ problems = [], reader, values, workspaceName, ...view }: View) => {
  const { firstName, lastName, ...rest } = contactForm.show({ values, issues: problems }).at
  const title = say.contact.title(workspaceName)
  return page(
    reader,
    view.status ?? 200,
    problems.length > 0 ? say.contact.error(title) : title,
    html`<h1>${title}</h1>
      <p>${need} ${say.contact.rest}</p>
      ${summary(problems)}
      <form method="post" accept-charset="utf-8" novalidate>
        <div class="pair">${firstName} ${lastName}</div>
        ${Object.values(rest)}
        <div class="field check">
          <input type="hidden" name="consent" value="no" />
          <input
            type="checkbox"
            id="consent"
            name="consent"
            value="yes"
            ${values.consent === "yes" && html`checked`}
          />
          <label for="consent">${say.contact.consent}</label>
        </div>
        <div class="trap" aria-hidden="true">
          <label for="${trap}">${say.contact.leaveEmpty}</label>
          <input id="${trap}" name="${trap}" type="text" tabindex="-1" autocomplete="off" value="" />
        </div>
        ${hidden("consentText", say.contact.consent)} ${hidden(stamp, view.stamp)}
        ${hidden(redirect, view.redirect)} ${tracked.map((name) => hidden(name, values[name]))}
        <button type="submit">${say.contact.send}</button>
      </form>`
  )
}

export const thanks = (reader: Reader, workspaceName: string) =>
  page(
    reader,
    200,
    say.contact.thanks,
    html`<h1>${say.contact.thanks}</h1>
      <p>${say.contact.onItsWay(workspaceName)}</p>`
  )

/** A failure that the visitor can't fix in the form. */
export const failure = (reader: Reader, status: number, title: Part, message: Part) =>
  page(
    reader,
    status,
    title,
    html`<h1>${title}</h1>
      <p role="alert">${message}</p>`
  )

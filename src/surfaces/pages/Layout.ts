/** The frame every page stands in. */
import * as Assets from "./Assets.ts"
import { empty, html, type Html, type Part } from "./Html.ts"

export interface Frame {
  readonly title: string
  readonly body: Html
  /** What was just done; read out when the page opens. */
  readonly notice?: string | undefined
  /** What stands at the top right: who is signed in, and where else to go. */
  readonly aside?: Html | undefined
  /** A form or a message alone, in the middle of the window. */
  readonly narrow?: boolean
}

export const render = ({ aside = empty, body, narrow = false, notice, title }: Frame): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sales Pipeline</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${Assets.path("style.css")}" />
      </head>
      <body class="${narrow ? "narrow" : "wide"}">
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <a class="brand" href="/">Sales Pipeline</a>
          ${aside}
        </header>
        <main id="main" tabindex="-1">
          ${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`} ${body}
        </main>
      </body>
    </html> `.text

/** What went wrong, above the form it happened in. */
export const problem = (message: string | undefined): Html =>
  message === undefined ? empty : html`<p class="problem" role="alert" id="problem">${message}</p>`

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: "text" | "email" | "password"
  readonly value?: string
  readonly autocomplete?: string
  readonly hint?: Part
  readonly focused?: boolean
  readonly optional?: boolean
  readonly minLength?: number
  readonly maxLength?: number
}

/** A labelled input; its hint is read with it. */
export const field = ({
  autocomplete = "off",
  focused = false,
  hint,
  label,
  maxLength = 500,
  minLength,
  name,
  optional = false,
  type = "text",
  value = ""
}: Field): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${maxLength}"
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${hint !== undefined && html`aria-describedby="${name}-hint"`}
      ${!optional && html`required`}
      ${focused && html`autofocus`}
      ${type === "email" && html`autocapitalize="none" spellcheck="false"`}
    />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`

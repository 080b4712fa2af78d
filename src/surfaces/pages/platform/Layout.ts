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
  /** A form or a message alone in the middle, a page, or all there is of the window. */
  readonly width?: "narrow" | "wide" | "full"
  readonly styles?: ReadonlyArray<Assets.Name>
  readonly scripts?: ReadonlyArray<Assets.Name>
}

export const render = ({
  aside = empty,
  body,
  notice,
  scripts = [],
  styles = [],
  title,
  width = "wide"
}: Frame): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sales Pipeline</title>
        <link rel="icon" href="data:," />
        ${["tokens.css" as const, "style.css" as const, ...styles].map(
          (name) => html`<link rel="stylesheet" href="${Assets.path(name)}" />`
        )}
        ${scripts.map((name) => html`<script type="module" src="${Assets.path(name)}"></script>`)}
      </head>
      <body class="${width}">
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <a class="brand" href="/">Sales Pipeline</a>
          ${aside}
        </header>
        <main id="main" tabindex="-1">
          ${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`} ${body}
        </main>
        ${scripts.length > 0 && html`<p class="said" id="said" role="status"></p>`}
      </body>
    </html> `.text

/** What went wrong, above the form it happened in. */
export const problem = (message: string | undefined): Html =>
  message === undefined ? empty : html`<p class="problem" role="alert" id="problem">${message}</p>`

interface Labelled {
  readonly name: string
  readonly label: Part
  /** Where it is not the name: several forms of a page may have fields of one name. */
  readonly id?: string
  readonly value?: string
  readonly hint?: Part
  readonly focused?: boolean
  readonly optional?: boolean
}

interface Field extends Labelled {
  readonly type?: "text" | "email" | "password" | "url" | "number" | "search" | "tel"
  readonly autocomplete?: string
  readonly minLength?: number
  readonly maxLength?: number
}

const labelled = ({ hint, id, label }: Labelled & { readonly id: string }, control: Html): Html =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    ${control} ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`

const attributes = ({ focused, hint, id, name, optional }: Labelled & { readonly id: string }): Html =>
  html`id="${id}" name="${name}" ${hint !== undefined && html`aria-describedby="${id}-hint"`}
  ${optional !== true && html`required`} ${focused === true && html`autofocus`}`

/** A labelled input; its hint is read with it. */
export const field = (wanted: Field): Html => {
  const { autocomplete = "off", id = wanted.name, maxLength = 500, minLength, type = "text" } = wanted
  return labelled(
    { ...wanted, id },
    html`<input
      ${attributes({ ...wanted, id })}
      type="${type}"
      value="${wanted.value ?? ""}"
      autocomplete="${autocomplete}"
      ${type !== "number" && html`maxlength="${maxLength}"`}
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${type === "email" && html`autocapitalize="none" spellcheck="false"`}
    />`
  )
}

/** The same for text of several lines. */
export const area = (wanted: Labelled & { readonly rows?: number; readonly maxLength?: number }): Html => {
  const { id = wanted.name, maxLength = 20_000, rows = 4, value = "" } = wanted
  // A first line break in a textarea is not part of its text.
  return labelled(
    { ...wanted, id },
    html`<textarea ${attributes({ ...wanted, id })} rows="${rows}" maxlength="${maxLength}">
${value}</textarea>`
  )
}

export interface Choice {
  readonly value: string
  readonly text: string
}

/** The same for one of several. */
export const choice = (wanted: Labelled & { readonly choices: ReadonlyArray<Choice> }): Html => {
  const { choices, id = wanted.name } = wanted
  return labelled(
    { ...wanted, id },
    html`<select ${attributes({ ...wanted, id })}>
      ${choices.map(
        ({ text, value }) =>
          html`<option value="${value}" ${value === wanted.value && html`selected`}>${text}</option>`
      )}
    </select>`
  )
}

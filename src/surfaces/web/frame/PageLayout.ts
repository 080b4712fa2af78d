/** The frame every page stands in. */
import * as Assets from "../Assets.ts"
import { say } from "../words/Words.ts"
import * as Icons from "./Icons.ts"
import type { Reader } from "../words/ReaderSettings.ts"
import { drawn, empty, html, type Html, Message, type Part } from "../Html.ts"

export interface Frame {
  readonly title: Part
  readonly body: Html
  /** What was just done; read out when the page opens. */
  readonly notice?: Part
  /** The form that takes back what the notice tells of: with it, the notice is a toast. */
  readonly undoing?: Html
  /** What is true of every page of the workspace. */
  readonly banner?: Html | false
  /** What stands at the top right: who is signed in, and where else to go. */
  readonly aside?: Html | undefined
  /** A form or a message alone in the middle, a page, or all there is of the window. */
  readonly width?: "narrow" | "wide" | "full"
  readonly styles?: ReadonlyArray<Assets.Name>
  readonly scripts?: ReadonlyArray<Assets.Name>
  /** Where the browser goes on to at once; of another site, since a form of ours may not end there. */
  readonly onward?: string
}

const reading = new Message(
  ({ language, zone }) => html`lang="${language}"${zone === undefined ? "" : html`${" "}data-zone="${zone}"`}`
)
const wordsPath = new Message(({ language }) => Assets.words(language))

/** It runs before the page is first painted: what it says in the reader's zone, and what it shows, moves nothing. */
const script = (path: Message | string): Html =>
  html`<script type="module" blocking="render" src="${path}"></script>`

/** What was done, and room for what scripts say. */
const saying = ({ notice, scripts = [], undoing }: Frame): Html =>
  undoing === undefined
    ? html`${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
      ${scripts.length > 0 && html`<p class="said" id="said" role="status"></p>`}`
    : html`<div class="toast">
        <p id="said" role="status">${notice}</p>
        ${undoing}
      </div>`

/** Where phones' style begins: last, so that it rules over that of pages. */
const narrow = "(max-width: 48rem)"

/** The page before anyone reads it. */
const document = (frame: Frame): Html => {
  const {
    aside = empty,
    banner = false,
    body,
    onward,
    scripts = [],
    styles = [],
    title,
    width = "wide"
  } = frame
  return html`<!doctype html>
    <html ${reading}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${say.frame.description}" />
        <title>${title} · Sales Pipeline</title>
        ${onward !== undefined && html`<meta http-equiv="refresh" content="0; url=${onward}" />`}
        <link rel="icon" href="${Icons.favicon}" />
        ${["tokens.css" as const, "style.css" as const, "frame.css" as const, ...styles].map(
          (name) => html`<link rel="stylesheet" href="${Assets.path(name)}" />`
        )}
        <link rel="stylesheet" href="${Assets.path("phone.css")}" media="${narrow}" />
        ${scripts.length > 0 && script(wordsPath)} ${scripts.map((name) => script(Assets.path(name)))}
      </head>
      <body class="${width}">
        <a class="skip" href="#main">${say.frame.skip}</a>
        <header>
          <a class="brand" href="/">${Icons.logo}<span>Sales Pipeline</span></a>
          ${aside}
        </header>
        ${banner}
        <main id="main" tabindex="-1">${saying(frame)} ${body}</main>
      </body>
    </html> `
}

export const render = (frame: Frame, reader: Reader): string => drawn(document(frame), reader)

/** What went wrong, above the form it happened in. */
export const problem = (message: Part): Html =>
  message === undefined || message === false || message === null
    ? empty
    : html`<p class="problem" role="alert" id="problem">${message}</p>`

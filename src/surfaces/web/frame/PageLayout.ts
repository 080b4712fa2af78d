/** The frame of every page. */
import * as Assets from "../Assets.ts"
import { say } from "../i18n/Words.ts"
import * as Icons from "./Icons.ts"
import type { Reader } from "../i18n/ReaderSettings.ts"
import { drawn, empty, html, type Html, Message, type Part } from "../Html.ts"

export interface Frame {
  readonly title: Part
  readonly body: Html
  /** The result of the last action, which screen readers announce when the page opens. */
  readonly notice?: Part
  /** The undo form for the notice. With it, the notice is a toast. */
  readonly undoing?: Html
  /** A message that applies to every page of the workspace. */
  readonly banner?: Html | false
  /** The content at the top right: the account menu. */
  readonly accountMenu?: Html | undefined
  /** "narrow" is a single form or message, "wide" a page, and "full" the whole window. */
  readonly width?: "narrow" | "wide" | "full"
  readonly styles?: ReadonlyArray<Assets.Name>
  readonly scripts?: ReadonlyArray<Assets.Name>
  /** The address that the browser continues to at once. It is on another site, because our CSP allows no form to redirect there. */
  readonly continueTo?: string
}

const reading = new Message(
  ({ language, zone }) => html`lang="${language}"${zone === undefined ? "" : html`${" "}data-zone="${zone}"`}`
)
const wordsPath = new Message(({ language }) => Assets.words(language))

/** The script blocks rendering, so that its changes (local times, for example) cause no layout shift. */
const script = (path: Message | string): Html =>
  html`<script type="module" blocking="render" src="${path}"></script>`

/** The notice, and an empty element for messages from scripts. */
const saying = ({ notice, scripts = [], undoing }: Frame): Html =>
  undoing === undefined
    ? html`${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
      ${scripts.length > 0 && html`<p class="said" id="said" role="status"></p>`}`
    : html`<div class="toast">
        <p id="said" role="status">${notice}</p>
        ${undoing}
      </div>`

/** The phone style comes last, so that it overrides the styles of pages. */
const narrow = "(max-width: 48rem)"

/** The document, still independent of its reader's language. */
const document = (frame: Frame): Html => {
  const {
    accountMenu: aside = empty,
    banner = false,
    body,
    continueTo: onward,
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

/** The error message above the form it belongs to. */
export const problem = (message: Part): Html =>
  message === undefined || message === false || message === null
    ? empty
    : html`<p class="problem" role="alert" id="problem">${message}</p>`

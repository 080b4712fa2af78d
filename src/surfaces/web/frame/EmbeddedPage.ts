/** A page that other sites may embed in a frame: its document and its security headers. */
import { HttpServerResponse } from "effect/http"
import type { Reader } from "../i18n/ReaderSettings.ts"
import { drawn, html, type Html, Message, type Part } from "../Html.ts"

export interface Page {
  readonly title: Part
  readonly body: Html
  /** Addresses on this service. */
  readonly styles: ReadonlyArray<string>
  readonly scripts?: ReadonlyArray<string>
}

const language = new Message(({ language }) => language)

const document = ({ body, scripts = [], styles, title }: Page): Html =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styles.map((address) => html`<link rel="stylesheet" href="${address}" />`)}
        ${scripts.map((address) => html`<script src="${address}" defer></script>`)}
      </head>
      <body>
        ${body}
      </body>
    </html> `

/** Allows only this service's own files, without inline scripts or styles; `frames` may embed the page. */
const policy = (frames: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frames}`
  ].join("; ")

/** Headers of pages for people; `frames` are the CSP sources that may embed the page. */
export const headers = (frames = "'none'") => ({
  "cache-control": "no-store",
  "content-security-policy": policy(frames),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
})

export const respond = (page: Page, status: number, reader: Reader, frames?: string) =>
  HttpServerResponse.text(drawn(document(page), reader), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: headers(frames)
  })

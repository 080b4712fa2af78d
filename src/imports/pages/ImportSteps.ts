/** Shared parts of the import's steps. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import type { ImportUpload } from "../../../layers/imports/ImportUpload.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"

export const count = (number: number): Part => say.imports.count(number)

export const heading = ({ fileName, kind, lines }: ImportUpload, title: Part): Html =>
  html`<h1>${title}</h1>
    <p class="file"><b>${fileName}</b>: ${say.imports.linesOf[kind](lines)}</p>`

/** Hidden fields of every form. They name the file, because the person may have uploaded another one since. */
export const hidden = (context: PageContext, { id }: ImportUpload, form: string): Html =>
  html`${WorkspacePage.hidden(context, form)}<input type="hidden" name="upload" value="${id}" />`

/** A button for one step. */
export const step = (context: PageContext, upload: ImportUpload, name: string, verb: Part, look = ""): Html =>
  html`<form method="post" action="/import/${name}">
    ${hidden(context, upload, name)}<button class="${look}" type="submit">${verb}</button>
  </form>`

/** The button to delete the file. */
export const stopping = (context: PageContext, upload: ImportUpload, verb: Part): Html =>
  step(context, upload, "end", verb, "quiet")

/** The progress and the result of an import. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { type ImportUpload, maxProblems, type Problem } from "../../../layers/imports/ImportUpload.ts"
import * as Choice from "../rules/Choice.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import * as FieldTitles from "../../surfaces/web/form/FieldTitles.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as ImportSteps from "./ImportSteps.ts"

const counts = ({ counts: { created, failed, unchanged, updated } }: ImportUpload, would: boolean): Html => {
  const row = (label: Part, number: number) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${ImportSteps.count(number)}</dd>
    </div>`
  const words = would ? say.imports.would : say.imports.did
  return html`<dl class="counts">
    ${row(words.created, created)} ${row(words.updated, updated)} ${row(say.imports.unchanged, unchanged)}
    ${row(words.failed, failed)}
  </dl>`
}

const column = ({ kind, mapping }: ImportUpload, { field }: Problem): Part => {
  if (field === undefined) return false
  const headers = Choice.columnsOf(mapping, field)
  const name = Choice.nameOf(kind, field)
  const title = FieldTitles.of(name)
  return headers === "" || headers === name ? title : html`${title} <span class="soft">(${headers})</span>`
}

/** Removes the API's field name from the start of the message. */
const why = ({ kind }: ImportUpload, { field, message }: Problem): Part => {
  const before = `${field} `
  if (field === undefined || !message.startsWith(before)) return Faults.text(message)
  const issue = { path: field, message: Faults.text(message.slice(before.length)) }
  return Problems.sentence(FieldTitles.of(Choice.nameOf(kind, field)), issue)
}

const problems = (upload: ImportUpload): Html | false =>
  upload.problems.length > 0 &&
  html`<h2 id="failed">
      ${upload.state === "done" || upload.state === "importing" ? say.imports.linesFailed : say.imports.linesWouldFail}
    </h2>
    ${
      upload.counts.failed > maxProblems &&
      html`<p class="soft">${say.imports.firstOf(maxProblems, upload.counts.failed)}</p>`
    }
    <div class="table" tabindex="0" role="region" aria-labelledby="failed">
      <table>
        <thead>
          <tr>
            <th scope="col">${say.imports.line}</th>
            <th scope="col">${say.imports.field}</th>
            <th scope="col">${say.imports.why}</th>
          </tr>
        </thead>
        <tbody>
          ${upload.problems.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.line}</th>
                <td>${column(upload, one)}${one.cell !== undefined && html`<br /><q>${one.cell}</q>`}</td>
                <td>${why(upload, one)}</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>`

/** The page during a dry run, an import or an undo. `problem` is the error that stopped it. */
const workingOn = { trying: "tryingFile", importing: "importingFile", undoing: "takingBack" } as const

export const working = (context: PageContext, upload: ImportUpload, problem?: Part): Html => {
  const { batches, lines, next, state } = upload
  const finished = Math.min(lines, Math.round((lines * next) / batches))
  return html`${ImportSteps.heading(upload, say.imports[workingOn[state as keyof typeof workingOn]])}
    ${PageLayout.problem(problem)}
    <p>
      <label for="progress">${say.imports.progress(finished, lines)}</label>
      <progress id="progress" max="${batches}" value="${next}">${finished}</progress>
    </p>
    ${state !== "undoing" && counts(upload, state === "trying")}
    <p class="soft">${say.imports.leaveOpen}</p>
    <div class="actions steps">
      <a class="button" href="/import">${say.imports.goOn}</a>
      ${
        state === "trying"
          ? ImportSteps.step(context, upload, "back", say.imports.backToColumns, "quiet")
          : state === "importing" && ImportSteps.stopping(context, upload, say.imports.stop)
      }
    </div>`
}

/** The result of a dry run, which hasn't changed anything yet. */
export const tried = (context: PageContext, upload: ImportUpload, values: Html): Html => {
  const { failed } = upload.counts
  const all = failed === upload.lines
  const good = upload.lines - failed
  return html`${ImportSteps.heading(upload, say.imports.whatItWould)}
    <p class="soft">${say.imports.nothingChanged}</p>
    ${counts(upload, true)} ${failed > 0 && html`<p>${all ? say.imports.noneGood : say.imports.someGood}</p>`}
    <div class="actions steps">
      ${!all && ImportSteps.step(context, upload, "run", say.imports.importLines(good))}
      ${ImportSteps.step(context, upload, "back", say.imports.changeColumns, "quiet")}
      ${ImportSteps.stopping(context, upload, say.imports.another)}
    </div>
    ${values} ${problems(upload)}`
}

export const finished = (context: PageContext, upload: ImportUpload): Html => {
  const { failed } = upload.counts
  const [list, name] =
    upload.kind === "deals"
      ? [`/boards/${upload.boardId}`, say.imports.toBoard]
      : ["/leads", say.imports.toLeads]
  return html`${ImportSteps.heading(upload, say.imports.fileImported)} ${counts(upload, false)}
    <p><a href="${list}">${name}</a></p>
    ${failed > 0 && html`<p>${say.imports.someFailed(failed)}</p>`}
    <div class="actions steps">
      ${failed > 0 && html`<a class="button" href="/import/failed.csv" download>${say.imports.download}</a>`}
      ${ImportSteps.stopping(context, upload, failed > 0 ? say.imports.doneDelete : say.imports.finished)}
      ${failed < upload.lines && ImportSteps.step(context, upload, "undo", say.imports.takeBack, "quiet")}
    </div>
    ${failed < upload.lines && html`<p class="soft">${say.imports.takeBackHint}</p>`} ${problems(upload)}`
}

/** The result of an undo, with the records that were kept because somebody has changed them since. */
export const undone = (context: PageContext, upload: ImportUpload): Html => {
  const { created, failed } = upload.counts
  return html`${ImportSteps.heading(upload, say.imports.takenBack)}
    <p>${say.imports.recordsTakenBack(created)}</p>
    ${failed > 0 && html`<p>${say.imports.recordsLeft(failed)}</p>`}
    <div class="actions steps">${ImportSteps.stopping(context, upload, say.imports.finished)}</div>`
}

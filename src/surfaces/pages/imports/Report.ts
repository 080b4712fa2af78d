/** How far an import is, and what came of it. */
import { type ImportUpload, mostProblems, type Problem } from "../../../../layers/imports/ImportUpload.ts"
import * as Choice from "../../../domain/imports/Choice.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import type * as Workplace from "../platform/Workplace.ts"
import * as Steps from "./Steps.ts"

const counts = ({ counts: { created, failed, unchanged, updated } }: ImportUpload, would: boolean): Html => {
  const row = (label: string, number: number) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${Steps.count(number)}</dd>
    </div>`
  return html`<dl class="counts">
    ${row(would ? "would be new" : "new", created)} ${row(would ? "would change" : "changed", updated)}
    ${row("already so", unchanged)} ${row(would ? "would fail" : "failed", failed)}
  </dl>`
}

const column = ({ kind, mapping }: ImportUpload, { field }: Problem): Html | string => {
  if (field === undefined) return ""
  const headers = Choice.columnsOf(mapping, field)
  const name = Choice.nameOf(kind, field)
  return headers === "" || headers === name ? name : html`${name} <span class="soft">(${headers})</span>`
}

const problems = (upload: ImportUpload): Html | false =>
  upload.problems.length > 0 &&
  html`<h2 id="failed">
      Lines that ${upload.state === "done" || upload.state === "importing" ? "failed" : "would fail"}
    </h2>
    ${
      upload.counts.failed > mostProblems &&
      html`<p class="soft">The first ${mostProblems} of ${Steps.count(upload.counts.failed)}.</p>`
    }
    <div class="table" tabindex="0" role="region" aria-labelledby="failed">
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Field</th>
            <th scope="col">Why, and what to do</th>
          </tr>
        </thead>
        <tbody>
          ${upload.problems.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.line}</th>
                <td>${column(upload, one)}</td>
                <td>${one.message}</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>`

/** While it is tried or imported. `problem` is what keeps it from going on. */
export const working = (here: Workplace.Here, upload: ImportUpload, problem?: Part): Html => {
  const { batches, lines, next, state } = upload
  const done = Math.min(lines, Math.round((lines * next) / batches))
  return html`${Steps.heading(upload, state === "trying" ? "Trying the file" : "Importing the file")}
    ${Layout.problem(problem)}
    <p>
      <label for="progress">${Steps.count(done)} of ${Steps.linesOf(lines)}</label>
      <progress id="progress" max="${batches}" value="${next}">${done}</progress>
    </p>
    ${counts(upload, state === "trying")}
    <p class="soft">
      Leave this page open: it goes on by itself. If you close it, it goes on where it was as soon as you come
      back within a day.
    </p>
    <div class="actions steps">
      <a class="button" href="/import">Go on</a>
      ${
        state === "trying"
          ? Steps.step(here, upload, "back", "Back to the columns", "quiet")
          : Steps.stopping(here, upload, "Stop here")
      }
    </div>`
}

/** What was tried: nothing is changed yet. */
export const tried = (here: Workplace.Here, upload: ImportUpload): Html => {
  const { failed } = upload.counts
  const all = failed === upload.lines
  const good = upload.lines - failed
  return html`${Steps.heading(upload, "What the import would do")}
    <p class="soft">Nothing is changed yet.</p>
    ${counts(upload, true)}
    ${
      failed > 0 &&
      html`<p>
        ${
          all
            ? "No line could be imported. Change which column goes where, or mend the file and choose it again."
            : "Lines that fail don’t stop the others: you get them as a file to mend and import again. If many fail for the same reason, change which column goes where first."
        }
      </p>`
    }
    <div class="actions steps">
      ${!all && Steps.step(here, upload, "run", `Import ${Steps.linesOf(good)}`)}
      ${Steps.step(here, upload, "back", "Change the columns", "quiet")}
      ${Steps.stopping(here, upload, "Choose another file")}
    </div>
    ${problems(upload)}`
}

export const done = (here: Workplace.Here, upload: ImportUpload): Html => {
  const { failed } = upload.counts
  const [list, name] = upload.kind === "deals" ? [`/boards/${upload.boardId}`, "board"] : ["/leads", "leads"]
  return html`${Steps.heading(upload, "The file is imported")} ${counts(upload, false)}
    <p><a href="${list}">Go to the ${name}</a></p>
    ${
      failed > 0 &&
      html`<p>
        ${failed === 1 ? "One line" : Steps.linesOf(failed)} failed. Download ${failed === 1 ? "it" : "them"}
        as a file whose last column says why, mend it, and import it like any other. It is kept for a day, or
        until you are done here.
      </p>`
    }
    <div class="actions steps">
      ${failed > 0 && html`<a class="button" href="/import/failed.csv" download>Download what failed</a>`}
      ${Steps.stopping(here, upload, failed > 0 ? "Done: delete what is kept" : "Done")}
    </div>
    ${
      here.actor.role === "admin" &&
      html`<p class="soft">
        To take it back, undo its entries in the <a href="/settings/audit">audit log</a>, one for each 200
        lines.
      </p>`
    }
    ${problems(upload)}`
}

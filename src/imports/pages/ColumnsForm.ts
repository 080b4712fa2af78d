/** The form that maps the file's columns to fields, starting from the suggestion. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import type { ImportUpload } from "../../../layers/imports/ImportUpload.ts"
import * as Choice from "../rules/Choice.ts"
import type { Line } from "../rules/FileRow.ts"
import * as Mapping from "../rules/Mapping.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as FieldTitles from "../../surfaces/web/form/FieldTitles.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as Parts from "./ImportSteps.ts"

/** The number of sample values per column, and their maximum length. */
const sampleLimits = { values: 3, characters: 60 }

const samples = (lines: ReadonlyArray<Line>, at: number): ReadonlyArray<string> =>
  [...new Set(lines.map(({ cells }) => (cells[at] ?? "").trim()).filter((cell) => cell !== ""))]
    .slice(0, sampleLimits.values)
    .map((cell) =>
      cell.length > sampleLimits.characters ? `${cell.slice(0, sampleLimits.characters)}…` : cell
    )

interface Option {
  readonly id: string
  readonly name: Part
}

const options = (all: ReadonlyArray<Option>, chosen: string): ReadonlyArray<Html> =>
  all.map(({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`)

export const select = (name: string, label: Part, all: ReadonlyArray<Option>, chosen: string): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options(all, chosen)}
    </select>
  </div>`

const nowhere = { id: "", name: say.imports.notImported }

const decimals = [
  { id: "", name: say.imports.asAmount },
  { id: ".", name: "1,234.50" },
  { id: ",", name: "1.234,50" }
]

const orders = [
  { id: "", name: say.imports.asDate },
  { id: "dmy", name: say.imports.dayFirst },
  { id: "mdy", name: say.imports.monthFirst }
]

/** The mapping selected in the form. */
export const read = ({ headers, mapping }: ImportUpload, { text }: Pick<Submission, "text">) =>
  Choice.mappingOf(mapping, headers, {
    fields: headers.map((_, index) => text(`column-${index}`)),
    decimal: text("decimal"),
    dates: text("dates")
  })

/** The maximum number of unmapped columns named above the list. */
const maxNamed = 20

const unmapped = (headers: ReadonlyArray<string>): Html | false => {
  const more = headers.length - maxNamed
  return (
    headers.length > 0 &&
    html`<p>
      ${say.imports.unmapped(
        headers.slice(0, maxNamed).map((name, index) => [index > 0 && ", ", name]),
        more > 0 && say.imports.andMore(more)
      )}
    </p>`
  )
}

export const show = (
  context: PageContext,
  upload: ImportUpload,
  lines: ReadonlyArray<Line>,
  problem?: Part
): Html => {
  const { headers, kind, mapping } = upload
  const fields = [
    nowhere,
    ...Choice.fields(kind).map((id) => ({ id, name: FieldTitles.of(Choice.nameOf(kind, id)) }))
  ]
  return html`${Parts.heading(upload, say.imports.whatGoesWhere)}
    <p class="soft">${say.imports.presets[Mapping.presetOf(headers)]} ${say.imports.check}</p>
    ${PageLayout.problem(problem)} ${unmapped(Mapping.unmapped(headers, mapping))}
    <form method="post" action="/import/columns">
      ${Parts.hidden(context, upload, "columns")}
      <ul class="rows columns">
        ${headers.map((header, index) => {
          const values = samples(lines, index)
          return html`<li>
            <div>
              <label for="column-${index}">${header}</label>
              <p class="soft">${values.length === 0 ? say.imports.emptyFirst : values.join(" · ")}</p>
            </div>
            <select id="column-${index}" name="column-${index}">
              ${options(fields, Choice.fieldOf(mapping, header))}
            </select>
          </li>`
        })}
      </ul>
      <div class="reading">
        ${kind === "deals" && select("decimal", say.imports.twoWayAmounts, decimals, mapping.decimal ?? "")}
        ${select("dates", say.imports.twoWayDates, orders, mapping.dates ?? "")}
      </div>
      <div class="actions steps"><button type="submit">${say.imports.try}</button></div>
    </form>
    ${Parts.stopping(context, upload, say.imports.another)}`
}

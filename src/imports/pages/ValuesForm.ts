/** Maps a file's unknown stages and owners to those of the workspace, after a dry run. */
import { Effect } from "effect"
import type { ImportUpload } from "../../../layers/imports/ImportUpload.ts"
import * as Choice from "../rules/Choice.ts"
import type { Mapping } from "../rules/Mapping.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import * as FieldTitles from "../../surfaces/web/form/FieldTitles.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ColumnsForm from "./ColumnsForm.ts"
import * as ImportSteps from "./ImportSteps.ts"

const fields = ["stage", "owner"] as const

interface Unknown {
  readonly field: (typeof fields)[number]
  readonly cell: string
}

/** The distinct cells of failed lines, in an order that is stable until the next dry run. */
const unknowns = ({ problems }: ImportUpload): ReadonlyArray<Unknown> =>
  fields.flatMap((field) => {
    const cells = problems.flatMap((one) => (one.field === field && one.cell !== undefined ? [one.cell] : []))
    return [...new Set(cells)].map((cell) => ({ field, cell }))
  })

const stagesOf = callOperation("boards.stages")
const membersOf = callOperation("members.list")

interface Option {
  readonly id: string
  readonly name: string
}

/** The options by field. An import accepts these names. */
const options = Effect.fnUntraced(function* ({ boardId }: ImportUpload) {
  const stages = yield* stagesOf({ id: boardId })
  const members = yield* membersOf({})
  return {
    stage: stages.map(({ name }): Option => ({ id: name, name })),
    owner: members.map(({ email, name }): Option => ({ id: email, name: name ?? email }))
  }
})

/** The mapping with the selected values. Values without a selection are unchanged. */
export const read = Effect.fnUntraced(function* (upload: ImportUpload, { text }: Pick<Submission, "text">) {
  const known = yield* options(upload)
  const values: Record<string, Record<string, string>> = { ...upload.mapping.values }
  unknowns(upload).forEach(({ cell, field }, index) => {
    const chosen = text(`value-${index}`)
    if (known[field].some(({ id }) => id === chosen)) values[field] = { ...values[field], [cell]: chosen }
  })
  return { ...upload.mapping, values } satisfies Mapping
})

export const show = Effect.fnUntraced(function* (context: PageContext, upload: ImportUpload) {
  const all = unknowns(upload)
  if (all.length === 0) return html``
  const known = yield* options(upload)
  const open = { id: "", name: say.imports.leftOpen }
  const selects = all.map(({ cell, field }, index): Html => {
    const label = html`${FieldTitles.of(Choice.nameOf(upload.kind, field))}: <q>${cell}</q>`
    return ColumnsForm.select(`value-${index}`, label, [open, ...known[field]], "")
  })
  return html`<h2>${say.imports.unknownValues}</h2>
    <form method="post" action="/import/values">
      ${ImportSteps.hidden(context, upload, "values")}
      <div class="reading">${selects}</div>
      <div class="actions"><button class="quiet" type="submit">${say.imports.tryAgain}</button></div>
    </form>`
})

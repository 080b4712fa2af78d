/** The deals of the list as a file for spreadsheets. */
import { Effect } from "effect"
import * as FileRow from "../../../domain/imports/FileRow.ts"
import * as Money from "../../../domain/platform/Money.ts"
import { act } from "../platform/Act.ts"
import * as CsvDownload from "../platform/CsvDownload.ts"
import type * as Workplace from "../platform/Workplace.ts"
import type * as ListFilter from "./ListFilter.ts"
import * as ListInput from "./ListInput.ts"
import type { Listed } from "./ListTable.ts"

const listDeals = act("deals.list")

/** All that an import takes, named as it takes them: importing the file changes nothing (test/scripts/ImportOwnExport.test.ts). */
const columns: ReadonlyArray<CsvDownload.Column<Listed & { readonly board: string }>> = [
  ["name", ({ name }) => name],
  ["company", ({ company }) => company],
  ["amount", (deal) => (deal.amountCents === null ? null : Money.typed(deal.amountCents, deal.currency))],
  ["currency", ({ currency }) => currency],
  ["board", ({ board }) => board],
  ["stage", ({ stage }) => stage.name],
  ["owner", ({ ownerName }) => ownerName],
  ["labels", ({ labels }) => FileRow.labelsCell(labels)],
  ["next_step", ({ nextStep }) => nextStep],
  ["next_step_due", ({ nextStepAt }) => nextStepAt],
  ["contact_name", ({ primaryContact }) => primaryContact.name],
  ["contact_title", ({ primaryContact }) => primaryContact.title],
  ["contact_email", ({ primaryContact }) => primaryContact.email],
  ["contact_phone", ({ primaryContact }) => primaryContact.phone],
  ["linkedin", ({ primaryContact }) => primaryContact.linkedin],
  ["key_terms", ({ keyTerms }) => keyTerms],
  ["created", ({ createdAt }) => createdAt],
  ["updated", ({ updatedAt }) => updatedAt],
  ["in_stage_since", ({ stageEnteredAt }) => stageEnteredAt],
  ["won", ({ wonAt }) => wonAt],
  ["dead", ({ deadAt }) => deadAt],
  ["external_id", ({ externalId }) => externalId],
  ["id", ({ id }) => id]
]

/** Refused where the filter can't be understood: the file could not say that it holds more. */
export const file = Effect.fnUntraced(function* (here: Workplace.Here, boards: ListFilter.Places["boards"]) {
  const names = new Map(boards.map(({ id, name }) => [id, name]))
  const { asked, filter } = yield* ListInput.understood(here, here.url, { boards })
  return yield* CsvDownload.send("deals", columns, (page) =>
    Effect.map(listDeals({ ...asked, sort: filter.sort, ...page }), ({ data, ...rest }) => ({
      ...rest,
      data: data.map((deal) => ({ ...deal, board: names.get(deal.boardId) ?? "" }))
    }))
  )
})

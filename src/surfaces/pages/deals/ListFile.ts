/** The deals of the list as a file for spreadsheets. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as ErrorsFile from "../../../domain/imports/ErrorsFile.ts"
import * as Money from "../../../domain/platform/Money.ts"
import { act } from "../platform/Act.ts"
import * as Page from "../platform/Page.ts"
import * as ListFilter from "./ListFilter.ts"
import type { Listed } from "./ListTable.ts"

/** Deals of a file: so many are read and written within a second. */
export const most = 5_000
const pageLength = 100

const listDeals = act("deals.list")

/** Named as an import takes them. */
const columns: ReadonlyArray<readonly [name: string, of: (deal: Listed, board: string) => string | null]> = [
  ["name", ({ name }) => name],
  ["company", ({ company }) => company],
  ["amount", (deal) => (deal.amountCents === null ? null : Money.typed(deal.amountCents, deal.currency))],
  ["currency", ({ currency }) => currency],
  ["board", (_, board) => board],
  ["stage", ({ stage }) => stage.name],
  ["owner", ({ ownerName }) => ownerName],
  ["labels", ({ labels }) => labels.join("; ")],
  ["next_step", ({ nextStep }) => nextStep],
  ["next_step_due", ({ nextStepAt }) => nextStepAt],
  ["contact_name", ({ primaryContact }) => primaryContact.name],
  ["contact_title", ({ primaryContact }) => primaryContact.title],
  ["contact_email", ({ primaryContact }) => primaryContact.email],
  ["contact_phone", ({ primaryContact }) => primaryContact.phone],
  ["created", ({ createdAt }) => createdAt],
  ["updated", ({ updatedAt }) => updatedAt],
  ["in_stage_since", ({ stageEnteredAt }) => stageEnteredAt],
  ["won", ({ wonAt }) => wonAt],
  ["dead", ({ deadAt }) => deadAt],
  ["id", ({ id }) => id]
]

export const file = Effect.fnUntraced(function* (
  filter: ListFilter.Filter,
  boards: ListFilter.Places["boards"]
) {
  const names = new Map(boards.map(({ id, name }) => [id, name]))
  const lines = [`\ufeff${ErrorsFile.lineOf(columns.map(([name]) => name))}`]
  let cursor: string | undefined
  do {
    const page = yield* listDeals({
      ...ListFilter.input(filter),
      sort: filter.sort,
      limit: pageLength,
      cursor
    })
    for (const deal of page.data) {
      const board = names.get(deal.boardId) ?? ""
      lines.push(ErrorsFile.lineOf(columns.map(([, of]) => of(deal, board) ?? "")))
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && lines.length <= most)
  return HttpServerResponse.text(lines.slice(0, most + 1).join(""), {
    contentType: "text/csv; charset=utf-8",
    headers: { ...Page.headers(), "content-disposition": 'attachment; filename="deals.csv"' }
  })
})

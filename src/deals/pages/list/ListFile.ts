/** Downloads the list's deals as CSV for spreadsheets. */
import { Effect } from "effect"
import * as DealFields from "../../../../schema/DealFields.ts"
import * as Model from "../../../../schema/Model.ts"
import * as FileRow from "../../../imports/rules/FileRow.ts"
import * as Money from "../../../shared/Money.ts"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as CsvDownload from "../../../surfaces/web/CsvDownload.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import type * as ListFilter from "./ListFilter.ts"
import * as ListInput from "./ListInput.ts"
import type { Listed } from "./ListTable.ts"

const listDeals = callOperation("deals.list")

type Row = Listed & { readonly board: string }

/** Columns whose cells differ from the field's value. */
const customColumns: Readonly<Record<string, CsvDownload.Column<Row>>> = {
  amountCents: [
    "amount",
    ({ amountCents, currency }) => (amountCents === null ? null : Money.typed(amountCents, currency))
  ],
  boardId: ["board", ({ board }) => board],
  stage: ["stage", ({ stage }) => stage.name],
  ownerId: ["owner", ({ ownerName }) => ownerName],
  labels: ["labels", ({ labels }) => FileRow.labelsCell(labels)]
}

const [id, board, ...columns] = DealFields.columns.flatMap(
  (column): ReadonlyArray<CsvDownload.Column<Row>> => {
    const { field, header = column.name } = column
    const own = customColumns[field]
    if (own !== undefined) return [own]
    return header === false ? [] : [[header, (deal) => Model.get(column, deal) as string | null]]
  }
)

/**
 * Has all columns of an import, with the same names, so that importing an exported file changes nothing (ImportOwnExport.test.ts).
 */
const fileColumns = [...columns, board!, id!]

/** Fails for an invalid filter: a page could warn that it was ignored, but a file can't. */
export const file = Effect.fnUntraced(function* (context: PageContext, boards: ListFilter.Places["boards"]) {
  const names = new Map(boards.map(({ id, name }) => [id, name]))
  const { asked, filter } = yield* ListInput.understood(context, context.url, { boards })
  return yield* CsvDownload.send("deals", fileColumns, (page) =>
    Effect.map(listDeals({ ...asked, sort: filter.sort, ...page }), ({ data, ...rest }) => ({
      ...rest,
      data: data.map((deal) => ({ ...deal, board: names.get(deal.boardId) ?? "" }))
    }))
  )
})

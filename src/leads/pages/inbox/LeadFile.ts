/** Downloads the inbox's leads as CSV for spreadsheets. */
import { Effect } from "effect"
import type { Lead } from "../../../../schema/Lead.ts"
import * as Model from "../../../../schema/Model.ts"
import * as Columns from "../../../imports/rules/Columns.ts"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"
import * as CsvDownload from "../../../surfaces/web/CsvDownload.ts"
import * as Problems from "../../../surfaces/web/form/Problems.ts"
import type { PageContext } from "../../../surfaces/web/frame/PageContext.ts"
import { say } from "../../../surfaces/web/i18n/Words.ts"
import * as InboxFilter from "./InboxFilter.ts"

type LeadWithBoard = typeof Lead.Encoded & { readonly board: string }

const boardNames = callOperation("boards.names")
const listLeads = callOperation("leads.list")

/** Columns whose cells differ from the submitted field of the same name. A full name is in the first and last name. */
const customCells: Readonly<Record<string, ((lead: LeadWithBoard) => string | null) | undefined>> = {
  externalId: ({ externalId }) => externalId,
  fullName: undefined,
  workEmail: ({ contact }) => contact.email,
  consent: ({ contact }) => (contact.consent === null ? null : String(contact.consent)),
  board: ({ board }) => board,
  createdAt: ({ createdAt }) => createdAt
}

const submitted =
  (field: string) =>
  ({ attribution, contact }: LeadWithBoard) =>
    ({ ...attribution, ...contact })[field as "phone"]

/**
 * All columns of an import under the same names, so that importing the file changes nothing (test/scripts/admin/ImportOwnExport.test.ts).
 */
const columns: ReadonlyArray<CsvDownload.Column<LeadWithBoard>> = [
  ...Object.keys(Columns.of.leads).flatMap((field) => {
    const of = field in customCells ? customCells[field] : submitted(field)
    return of === undefined ? [] : [[Model.snake(field), of] as const]
  }),
  ["triage_status", ({ triageStatus }) => triageStatus],
  ["score", ({ enrichment }) => String(enrichment.score ?? "")],
  ["id", ({ id }) => id]
]

/** Fails for an invalid filter, because the file couldn't show that it contains more leads. */
export const file = Effect.fnUntraced(function* ({ url }: PageContext) {
  const boards = yield* boardNames({})
  const unread = InboxFilter.unread(url, boards)
  if (unread.length > 0)
    return yield* Problems.invalid([{ path: "", message: say.deals.list.notKept(unread.join(", ")) }])
  const names = new Map<string, string>(boards.map(({ id, name }) => [id, name]))
  // Contains the whole list, even if the address is of a later page.
  const filter = InboxFilter.input({ ...InboxFilter.read(url, boards), cursor: undefined })
  return yield* CsvDownload.send("leads", columns, (page) =>
    Effect.map(listLeads({ ...filter, ...page }), ({ data, ...rest }) => ({
      ...rest,
      data: data.map((lead) => ({ ...lead, board: names.get(lead.boardId) ?? "" }))
    }))
  )
})

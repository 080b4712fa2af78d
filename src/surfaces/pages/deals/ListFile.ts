/** The deals of the list as a file for spreadsheets. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import * as ErrorsFile from "../../../domain/imports/ErrorsFile.ts"
import * as FileRow from "../../../domain/imports/FileRow.ts"
import * as Money from "../../../domain/platform/Money.ts"
import { act } from "../platform/Act.ts"
import * as Page from "../platform/Page.ts"
import type * as Workplace from "../platform/Workplace.ts"
import * as ListFilter from "./ListFilter.ts"
import * as ListInput from "./ListInput.ts"
import type { Listed } from "./ListTable.ts"

/** Deals of a file: so many are read and written within a second. */
export const most = 5_000
const pageLength = 100

const listDeals = act("deals.list")

/** All that an import takes, named as it takes them: importing the file changes nothing (test/scripts/ImportOwnExport.test.ts). */
const columns: ReadonlyArray<readonly [name: string, of: (deal: Listed, board: string) => string | null]> = [
  ["name", ({ name }) => name],
  ["company", ({ company }) => company],
  ["amount", (deal) => (deal.amountCents === null ? null : Money.typed(deal.amountCents, deal.currency))],
  ["currency", ({ currency }) => currency],
  ["board", (_, board) => board],
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

const lineOf = (deal: Listed, boards: ReadonlyMap<string, string>): string =>
  ErrorsFile.lineOf(columns.map(([, of]) => of(deal, boards.get(deal.boardId) ?? "") ?? ""))

const head = `\ufeff${ErrorsFile.lineOf(columns.map(([name]) => name))}`

interface Next {
  readonly cursor: string
  /** Deals that were written so far. */
  readonly written: number
}

/** Read and sent a page at a time. Refused where the filter can't be understood: the file could not say that it holds more. */
export const file = Effect.fnUntraced(function* (here: Workplace.Here, boards: ListFilter.Places["boards"]) {
  const names = new Map(boards.map(({ id, name }) => [id, name]))
  const { asked, filter } = yield* ListInput.understood(here, here.url, { boards })
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof listDeals>>>()
  const read = (cursor: string | undefined, written: number) =>
    Effect.map(
      listDeals({ ...asked, sort: filter.sort, limit: pageLength, cursor }),
      ({ data, nextCursor }) => {
        const shown = data.slice(0, most - written)
        const after = written + shown.length
        return {
          text: shown.map((deal) => lineOf(deal, names)).join(""),
          next:
            nextCursor === null || after >= most
              ? Option.none<Next>()
              : Option.some({ cursor: nextCursor, written: after })
        }
      }
    )
  // Before the answer begins, so that a refusal is one.
  const first = yield* read(undefined, 0)
  const rest = Option.match(first.next, {
    onNone: () => Stream.empty,
    onSome: (start) =>
      Stream.paginate(start, ({ cursor, written }) =>
        Effect.map(
          Effect.provideContext(read(cursor, written), context),
          ({ next, text }) => [[text], next] as const
        )
      )
  })
  const whole = Stream.concat(Stream.make(head + first.text), rest).pipe(Stream.encodeText)
  return HttpServerResponse.stream(whole, {
    contentType: "text/csv; charset=utf-8",
    headers: { ...Page.headers(), "content-disposition": 'attachment; filename="deals.csv"' }
  })
})

import { Effect, type Result, Schema } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { ManyLeads } from "../../../layers/leads/ManyLeads.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { now } from "../../../layers/platform/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import { BoardId, LeadId } from "../../../schema/Id.ts"
import { LeadRow } from "../../../schema/Import.ts"
import { withoutEmpty } from "../../../schema/LeadSubmission.ts"
import type * as Contract from "../../contract/imports/Imports.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as ImportedLead from "../../domain/imports/ImportedLead.ts"
import type { LeadRecord } from "../../domain/leads/LeadRecord.ts"
import * as Rows from "./Rows.ts"

const decode = Rows.decoder(LeadRow)

type Row = Result.Result.Success<ReturnType<typeof decode>>

interface Kept {
  readonly before: LeadRecord | null
  after: LeadRecord
}

/** The leads that have the rows' ids, locked. */
const known = Effect.fnUntraced(function* (rows: Operation.Input<typeof Contract.leads>["rows"]) {
  const sent = Rows.externalIdsOf(rows)
  const holders = yield* (yield* ExternalIds).holders("lead", sent)
  const ids = new Set([...holders.map(({ id }) => LeadId.make(id)), ...sent.filter(Schema.is(LeadId))])
  const locked = ids.size === 0 ? [] : yield* (yield* ManyLeads).lock([...ids])
  const kept = locked.map((record): Kept => ({ before: record, after: record }))
  // A lead goes by its id here, too, as in the file of the inbox; an external id that looks so comes first.
  return new Map<string, Kept>([
    ...kept.map((one) => [one.after.lead.id as string, one] as const),
    ...kept.flatMap((one) =>
      one.after.lead.externalId === null ? [] : [[one.after.lead.externalId, one] as const]
    )
  ])
})

export const run = Effect.fnUntraced(function* ({
  announce = false,
  boardId,
  rows
}: Operation.Input<typeof Contract.leads>) {
  const boards = yield* Boards
  const intake = yield* LeadIntake
  const at = yield* now
  const boardBy = Rows.once((id: string) => boards.find(BoardId.make(id)))
  // Before any row, so that an unknown board fails the batch.
  const byDefault = boardId === undefined ? undefined : (yield* boardBy(boardId)).id
  const boardOf = yield* Rows.boardNamed
  const leads = yield* known(rows)

  const create = Effect.fnUntraced(function* (row: Row, named: BoardId | undefined) {
    const { board: _, boardId: __, createdAt, externalId, line: ___, ...sent } = row
    const board = yield* boardBy(named ?? byDefault ?? (yield* boards.first).id)
    const made = yield* intake.draft(board.id, { source: "import", ...sent })
    const since = createdAt === undefined ? at : yield* Rows.past("createdAt", createdAt)
    // It waits for somebody from now on, however old it is.
    const after = { ...made, lead: { ...made.lead, externalId, createdAt: since }, triagedAt: at }
    leads.set(externalId, { before: null, after })
    return { outcome: "created" as const, id: after.lead.id }
  })

  const update = (row: Row, named: BoardId | undefined, kept: Kept) => {
    const old = kept.after
    if (named !== undefined && named !== old.lead.boardId)
      return Effect.fail(
        Rows.invalid("board", "is not the lead's: a lead stays on its board. Leave the board out.")
      )
    const { board: _, boardId: __, createdAt: ___, externalId: ____, line: _____, ...sent } = row
    const lead = ImportedLead.corrected(old.lead, sent)
    if (lead === old.lead) return Effect.succeed({ outcome: "unchanged" as const, id: lead.id })
    kept.after = { ...old, lead }
    return Effect.succeed({ outcome: "updated" as const, id: lead.id })
  }

  const imported = yield* Rows.each(rows, (sent) =>
    Effect.gen(function* () {
      const row = yield* Effect.fromResult(decode(withoutEmpty(sent) as typeof sent))
      const named = yield* boardOf(row)
      const kept = leads.get(row.externalId)
      return yield* kept === undefined ? create(row, named) : update(row, named, kept)
    })
  )
  const all = [...new Set(leads.values())]
  yield* (yield* ManyLeads).import(all)
  if (announce) {
    const made = all.flatMap(({ after: { lead }, before }) => (before === null ? [lead] : []))
    const outbox = yield* Outbox
    for (const some of Map.groupBy(made, ({ boardId }) => boardId).values())
      yield* outbox.append(some.map((lead) => ({ type: "lead.created", lead, at })))
  }
  return imported
})

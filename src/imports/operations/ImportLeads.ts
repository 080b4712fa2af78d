import { Effect, type Result, Schema } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { ManyLeads } from "../../../layers/leads/ManyLeads.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Outbox } from "../../../layers/webhooks/Outbox.ts"
import type { Board } from "../../../schema/Board.ts"
import { type BoardId, LeadId } from "../../../schema/Id.ts"
import { LeadRow } from "../../../schema/Import.ts"
import { withoutEmpty } from "../../../schema/LeadSubmission.ts"
import type * as Contract from "../contract/Imports.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as ImportedLead from "../rules/ImportedLead.ts"
import type { LeadRecord } from "../../leads/rules/LeadRecord.ts"
import { importRows } from "./ImportRows.ts"
import * as Rows from "./Rows.ts"

const decode = Rows.decoder(LeadRow)

type Row = Result.Result.Success<ReturnType<typeof decode>>

/** The fields of a row that a form could also submit. */
const submissionOf = ({
  board: _,
  boardId: __,
  createdAt: ___,
  externalId: ____,
  line: _____,
  ...sent
}: Row) => sent

export const run = Effect.fnUntraced(function* ({
  announce = false,
  boardId,
  rows
}: Operation.Input<typeof Contract.leads>) {
  const boards = yield* Boards
  const intake = yield* LeadIntake
  const many = yield* ManyLeads
  const at = yield* now

  const create = Effect.fnUntraced(function* (row: Row, board: Board) {
    const draft = yield* intake.draft(board.id, { source: "import", ...submissionOf(row) })
    const createdAt = row.createdAt === undefined ? at : yield* Rows.parsePastTime("createdAt", row.createdAt)
    // The time in the inbox starts now, regardless of the lead's age.
    return { ...draft, lead: { ...draft.lead, externalId: row.externalId, createdAt }, triagedAt: at }
  })

  const update = (row: Row, old: LeadRecord) => {
    const lead = ImportedLead.applySubmission(old.lead, submissionOf(row))
    return Effect.succeed(lead === old.lead ? old : { ...old, lead })
  }

  const { changes, imported } = yield* importRows({
    ...{ kind: "lead", rows, boardId, create, update },
    decode: (row) => decode(withoutEmpty(row) as typeof row),
    findBoard: Rows.cacheByKey((id: BoardId) => boards.find(id)),
    isId: Schema.is(LeadId),
    lock: many.lock,
    idsOf: ({ lead }: LeadRecord) => lead
  })
  yield* many.import(changes)
  if (announce) {
    const leads = changes.flatMap(({ after: { lead }, before }) => (before === null ? [lead] : []))
    const outbox = yield* Outbox
    for (const group of Map.groupBy(leads, ({ boardId }) => boardId).values())
      yield* outbox.append(group.map((lead) => ({ type: "lead.created", lead, at })))
  }
  return imported
})

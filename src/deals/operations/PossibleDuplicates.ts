/** Asks what a new record may be a duplicate of, of all that the caller may read. */
import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Duplicates } from "../../../layers/records/Duplicates.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import { setWarning } from "../../invocation/Call.ts"
import * as DuplicateWarning from "../rules/DuplicateWarning.ts"

export const ask = Effect.fnUntraced(function* (record: DuplicateWarning.NewRecord) {
  const { scopes } = yield* Actor
  // A new lead doesn't read deals, so that leads come in while the table of deals is locked.
  const compared = record.kind === "deal" ? (["deal", "lead"] as const) : (["lead"] as const)
  const kinds = compared.filter((kind) => RecordScope.mayRead(scopes, kind))
  return yield* (yield* Duplicates).of({ ...record, kinds: new Set(kinds) })
})

/** Warns which new records of one kind may be duplicates, of stored ones or of each other. Runs before they are stored. */
export const warn = Effect.fnUntraced(function* (
  records: ReadonlyArray<DuplicateWarning.NewRecord & { readonly id: string }>
) {
  const stored = yield* StatementPipeline.answered(StatementPipeline.all(yield* Effect.forEach(records, ask)))
  const earlier = DuplicateWarning.among(records)
  const all = records.map((_, index) => [...stored[index]!, ...earlier[index]!])
  yield* setWarning(DuplicateWarning.ofMany(records[0]!.kind, all))
})

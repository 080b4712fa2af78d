/** Asks what a new record may be a duplicate of, of all that the caller may read. */
import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Duplicates } from "../../../layers/records/Duplicates.ts"
import type { Kind } from "../../../schema/Duplicates.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"

interface NewRecord {
  readonly kind: Kind
  readonly company: string | null
  readonly email: string | null
  readonly name: string | null
}

export const ask = Effect.fnUntraced(function* (record: NewRecord) {
  const { scopes } = yield* Actor
  // A new lead doesn't read deals, so that leads come in while the table of deals is locked.
  const compared = record.kind === "deal" ? (["deal", "lead"] as const) : (["lead"] as const)
  const kinds = compared.filter((kind) => RecordScope.mayRead(scopes, kind))
  return yield* (yield* Duplicates).of({ ...record, kinds: new Set(kinds) })
})

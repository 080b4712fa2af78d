/** Rehearsals: copies of a workspace for trying things out. */
import { Schema } from "effect"
import { NewApiKey } from "./ApiKey.ts"
import * as Field from "./Field.ts"
import { KeyId, RehearsalId } from "./Id.ts"
import * as Page from "./Page.ts"

export const Rehearsal = Schema.Struct({
  id: RehearsalId,
  name: Field.of("Name", "Name of the rehearsal.", Schema.String),
  createdAt: Field.CreatedAt,
  readyAt: Field.of(
    "Ready",
    "Time the copy was finished; null while it is being made.",
    Schema.NullOr(Field.Timestamp)
  ),
  endsAt: Field.of("Ends", "Time at which it is discarded, in real time.", Field.Timestamp),
  now: Field.of("Now", "The time in the rehearsal, whose clock may be set.", Field.Timestamp)
})

export const RehearsalList = Page.whole(Rehearsal)

export const NewRehearsal = Schema.Struct({
  ...Rehearsal.fields,
  apiKey: Field.of(
    "API key",
    "A key of the rehearsal for its maker; it works once the copy is done.",
    Schema.Struct({ id: KeyId, token: NewApiKey.fields.token })
  )
})

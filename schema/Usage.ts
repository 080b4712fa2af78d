import { Schema } from "effect"
import * as Field from "./Field.ts"

const Series = Schema.Struct({
  requests: Field.of("Requests", "Number of accepted requests, in each.", Schema.Array(Schema.Int)),
  refused: Field.of(
    "Refused",
    "Number of requests refused by a rate limit, in each.",
    Schema.Array(Schema.Int)
  )
})

const series = {
  minutes: Field.of("Minutes", "The last 60 minutes, the current one last.", Series),
  hours: Field.of("Hours", "The last 24 hours, the current one last.", Series)
}

export const CredentialUsage = Schema.Struct({
  id: Field.of("Id", "Id of the key, the app's consent or the person.", Schema.String),
  kind: Field.of(
    "Kind",
    "gone: it is revoked, or the person has left.",
    Schema.Literals(["key", "app", "person", "gone"])
  ),
  name: Field.of("Name", "Its name.", Schema.String),
  owner: Field.of("Owner", "Email of whose it is; null if not known.", Schema.NullOr(Schema.String)),
  ...series
})
export type CredentialUsage = typeof CredentialUsage.Type

/** The requests of a workspace, and of each of its credentials. */
export const Usage = Schema.Struct({
  generatedAt: Field.of("Counted", "Time of the count.", Field.Timestamp),
  limits: Field.of(
    "Limits",
    "Requests in 60 s at most.",
    Schema.Struct({
      credential: Field.of("Credential", "Of each credential.", Schema.Int),
      workspace: Field.of("Workspace", "Of all of them together.", Schema.Int)
    })
  ),
  whole: Field.of("Workspace", "Requests of all credentials together.", Schema.Struct(series)),
  credentials: Field.of("Credentials", "Requests of each credential.", Schema.Array(CredentialUsage))
})
export type Usage = typeof Usage.Type

import { Effect } from "effect"
import { EmbedGrants } from "../../layers/identity/EmbedGrants.ts"
import { InboundMessages } from "../../layers/intake/InboundMessages.ts"
import { Invitations } from "../../layers/identity/Invitations.ts"
import { Artifacts } from "../../layers/identity/oauth/Artifacts.ts"
import { Clients } from "../../layers/identity/oauth/Clients.ts"
import { Grants } from "../../layers/identity/oauth/Grants.ts"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { Logouts } from "../../layers/identity/provider/Logouts.ts"
import { People } from "../../layers/identity/people/People.ts"
import { Sessions } from "../../layers/identity/people/Sessions.ts"
import { PasswordAttempts } from "../../layers/identity/people/PasswordAttempts.ts"
import { Audit } from "../../layers/audit/Audit.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import type { Tenant } from "../../layers/identity/Tenant.ts"
import { ImportUploads } from "../../layers/imports/ImportUploads.ts"
import { ImageUploads } from "../../layers/files/ImageUploads.ts"
import type { Outcome } from "../../layers/runtime/JobRuns.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

const auditContext = {
  operation: "jobs.expire-tokens",
  surface: "job",
  doer: AuditActors.job("expire-tokens")
} as const

/** Processes each workspace, with entries in the audit log. */
const withAudit = <R>(batch: (limit: number) => Effect.Effect<number, never, R | Tenant>) =>
  Effect.flatMap(Audit, (audit) =>
    Batches.perWorkspace((limit) => audit.runAudited(auditContext, batch(limit)))
  )

/** Mail servers stop retrying a message within days. */
const messageDays = 30

const inboundMessages = Effect.fnUntraced(function* (asOf: string) {
  const messages = yield* InboundMessages
  const before = Batches.daysBefore(asOf, messageDays)
  return yield* Batches.perWorkspace((limit) => messages.expire(before, limit))
})

const embedGrants = Effect.fnUntraced(function* (asOf: string) {
  const grants = yield* EmbedGrants
  return yield* Batches.perWorkspace((limit) => grants.expire(asOf, limit))
})

/** A repeated upload gets the same answer for a day, and the limit of uploads also covers a day. */
const imageUploads = (asOf: string) => {
  const before = Batches.daysBefore(asOf, 1)
  return Effect.flatMap(ImageUploads, (_) => Batches.perWorkspace((limit) => _.expire(before, limit)))
}

/** Files of unfinished imports. */
const importUploads = (asOf: string) => {
  const before = Batches.daysBefore(asOf, 1)
  return Effect.flatMap(ImportUploads, (_) => Batches.perWorkspace((limit) => _.expire(before, limit)))
}

const invitations = (asOf: string) =>
  Effect.flatMap(Invitations, (_) => withAudit((limit) => _.expire(asOf, limit)))

const sessions = (asOf: string) =>
  Effect.flatMap(Sessions, (_) => Batches.runAll((limit) => _.expire(asOf, limit)))

const logouts = (asOf: string) =>
  Effect.flatMap(Logouts, (_) => Batches.runAll((limit) => _.expire(asOf, limit)))

const links = (asOf: string) =>
  Effect.flatMap(People, (_) => Batches.runAll((limit) => _.expireLinks(asOf, limit)))

const passwordTries = (asOf: string) =>
  Effect.flatMap(PasswordAttempts, (_) => Batches.runAll((limit) => _.expire(asOf, limit)))

const oauthArtifacts = (asOf: string) =>
  Effect.flatMap(Artifacts, (_) => Batches.runAll((limit) => _.expire(asOf, limit)))

/** Anyone may register an app. One that no user connects within a day is deleted, and can register again. */
const unusedClientDays = 1

/** Apps that were ever connected are kept, because they keep using their client ID. */
const unusedClients = (asOf: string) => {
  const before = Batches.daysBefore(asOf, unusedClientDays)
  return Effect.flatMap(Clients, (_) => Batches.runAll((limit) => _.expireUnused(before, limit)))
}

/** Longer than the life of any refresh token. */
const grantDays = 90

const grants = (asOf: string) => {
  const before = Batches.daysBefore(asOf, grantDays)
  return Effect.flatMap(Grants, (_) => withAudit((limit) => _.expire(before, limit)))
}

/** Access tokens live for minutes, so a key isn't needed a day after its retirement. */
const signingKeys = (asOf: string) => {
  const before = Batches.daysBefore(asOf, 1)
  return Effect.flatMap(SigningKeys, (_) => Batches.runAll(() => _.expire(before)))
}

/** Everything that expires without its own job, deleted in this order. */
const expirers = [
  inboundMessages,
  embedGrants,
  imageUploads,
  importUploads,
  sessions,
  logouts,
  links,
  passwordTries,
  invitations,
  oauthArtifacts,
  unusedClients,
  grants,
  signingKeys
] as const

export const expireTokens = Job.make("expire-tokens", {
  description: "Deletes what has expired: tokens, sessions, and ids of old inbound messages.",
  schedule: "45 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireTokens")(function* (asOf) {
    let sum: Outcome = { affected: 0, error: null }
    for (const expire of expirers) sum = Batches.add(sum, yield* expire(asOf))
    return sum
  })
})

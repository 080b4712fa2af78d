import { Effect } from "effect"
import { EmbedGrants } from "../../layers/identity/EmbedGrants.ts"
import { InboundMessages } from "../../layers/intake/InboundMessages.ts"
import { Invitations } from "../../layers/identity/Invitations.ts"
import { Artifacts } from "../../layers/identity/oauth/Artifacts.ts"
import { Clients } from "../../layers/identity/oauth/Clients.ts"
import { Grants } from "../../layers/identity/oauth/Grants.ts"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { People } from "../../layers/identity/people/People.ts"
import { Sessions } from "../../layers/identity/people/Sessions.ts"
import { Tries } from "../../layers/identity/people/Tries.ts"
import { Usage } from "../../layers/identity/Usage.ts"
import type { Outcome } from "../../layers/platform/JobRuns.ts"
import * as Batches from "./Batches.ts"
import * as Job from "./Job.ts"

/** Mail servers give up on a message within days. */
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

const invitations = (asOf: string) =>
  Effect.flatMap(Invitations, (_) => Batches.perWorkspace((limit) => _.expire(asOf, limit)))

const sessions = (asOf: string) =>
  Effect.flatMap(Sessions, (_) => Batches.whole((limit) => _.expire(asOf, limit)))

const links = (asOf: string) =>
  Effect.flatMap(People, (_) => Batches.whole((limit) => _.expireLinks(asOf, limit)))

const passwordTries = (asOf: string) =>
  Effect.flatMap(Tries, (_) => Batches.whole((limit) => _.expire(asOf, limit)))

const oauthArtifacts = (asOf: string) =>
  Effect.flatMap(Artifacts, (_) => Batches.whole((limit) => _.expire(asOf, limit)))

/** Anyone may register an app; one that nobody lets in within a day is gone, and registers again if it comes back. */
const unusedClientDays = 1

/** Those somebody consented to are kept: their owners hold on to the id. */
const unusedClients = (asOf: string) => {
  const before = Batches.daysBefore(asOf, unusedClientDays)
  return Effect.flatMap(Clients, (_) => Batches.whole((limit) => _.expireUnused(before, limit)))
}

/** Longer than any refresh token lives. */
const grantDays = 90

const grants = (asOf: string) => {
  const before = Batches.daysBefore(asOf, grantDays)
  return Effect.flatMap(Grants, (_) => Batches.perWorkspace((limit) => _.expire(before, limit)))
}

/** A day is shown, by the hour. */
const usageHours = 25

const usage = (asOf: string) => {
  const before = Batches.daysBefore(asOf, usageHours / 24)
  return Effect.flatMap(Usage, (_) => Batches.perWorkspace((limit) => _.expire(before, limit)))
}

/** Tokens live for minutes; what is a day old verifies none. */
const signingKeys = (asOf: string) => {
  const before = Batches.daysBefore(asOf, 1)
  return Effect.flatMap(SigningKeys, (_) => Batches.whole(() => _.expire(before)))
}

/** Whatever has an end of life and no job of its own: one line each, removed in this order. */
const expirers = [
  inboundMessages,
  embedGrants,
  sessions,
  links,
  passwordTries,
  invitations,
  oauthArtifacts,
  unusedClients,
  grants,
  usage,
  signingKeys
] as const

export const expireTokens = Job.make("expire-tokens", {
  description:
    "Removes what has expired: tokens, sessions, ids of messages seen long ago, and counts of requests.",
  schedule: "45 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.expireTokens")(function* (asOf) {
    let sum: Outcome = { affected: 0, error: null }
    for (const expire of expirers) sum = Batches.add(sum, yield* expire(asOf))
    return sum
  })
})

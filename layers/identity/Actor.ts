/** The caller: a credential, the person behind it, and their current permissions. */
import { Context } from "effect"
import type { ActorRef } from "../../schema/Actor.ts"
import type { UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import type { Rules } from "../../schema/Rules.ts"
import type { Role, Scope } from "../../schema/Scope.ts"
import type { WorkspaceStatus, Suspended } from "./rehearsals/WorkspaceStatus.ts"

type Credential =
  | { readonly kind: "api_key"; readonly id: string; readonly name: string }
  | { readonly kind: "oauth"; readonly clientId: string; readonly name: string }
  | { readonly kind: "session" }

export class Actor extends Context.Service<
  Actor,
  {
    readonly credential: Credential
    readonly user: { readonly id: UserId; readonly email: string; readonly name: string | null }
    readonly workspace: {
      readonly id: WorkspaceId
      readonly name: string
      readonly plan: Plan
      /** Set if the workspace is a rehearsal. */
      readonly rehearsal?: WorkspaceStatus
      /** Set if the workspace is suspended. */
      readonly suspended?: Suspended
      /** The time zone of reports, as an IANA name; left out for UTC. */
      readonly timeZone?: string
      /** The usual reasons why deals are lost; left out if there are none. */
      readonly lostReasons?: ReadonlyArray<string>
    }
    readonly role: Role
    /** The scopes granted to the credential, regardless of the role. */
    readonly granted: ReadonlySet<Scope>
    /** The granted scopes that the current role allows, and that the request asked for if it asked for fewer. */
    readonly scopes: ReadonlySet<Scope>
    /** The scopes that the request's `Scope` header left. */
    readonly asked?: ReadonlySet<Scope>
    /** The name that the calling agent gives itself. */
    readonly agent?: string
    /** The rules that limit the credential; left out if there are none. */
    readonly rules?: Rules
  }
>()("pipeline/layers/Actor") {}

/** Whether the request itself gave up a scope. */
export const gaveUp = ({ asked }: Pick<Actor["Service"], "asked">, scope: Scope): boolean =>
  asked !== undefined && !asked.has(scope)

/** The actor in events and activity: `api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`. */
export const label = ({ credential, user }: Actor["Service"]): string => {
  switch (credential.kind) {
    case "api_key":
      return `api_key:${credential.id}`
    case "oauth":
      return `oauth:${credential.clientId}`
    case "session":
      return `user:${user.id}`
  }
}

/** The actor in the form stored with notes and subscriptions. */
export const refOf = (actor: Actor["Service"]): ActorRef => {
  const { credential, user } = actor
  const who = {
    userId: user.id,
    userName: user.name,
    ...(actor.agent === undefined ? {} : { agent: actor.agent })
  }
  switch (credential.kind) {
    case "api_key":
      return { type: "api_key", id: credential.id, name: credential.name, ...who }
    case "oauth":
      return { type: "oauth", id: credential.clientId, name: credential.name, ...who }
    case "session":
      return { type: "user", id: user.id, name: null, ...who }
  }
}

/** The owner of idempotency keys, rate limits and history entries. */
export const credentialId = ({ credential, user }: Actor["Service"]): string => {
  switch (credential.kind) {
    case "api_key":
      return credential.id
    case "oauth":
      return `${credential.clientId}:${user.id}`
    case "session":
      return `session:${user.id}`
  }
}

/** The author of a history entry: the API key, the OAuth client, or the person on a page. */
export const author = ({ credential, user }: Actor["Service"]): string => {
  switch (credential.kind) {
    case "api_key":
      return credential.id
    case "oauth":
      return credential.clientId
    case "session":
      return user.id
  }
}

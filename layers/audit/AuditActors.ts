/** The actors that the audit log names. */
import { Actor, refOf } from "../identity/Actor.ts"
import type { Doer } from "./AuditRow.ts"

export const ofActor = (actor: Actor["Service"]): Doer => ({
  ...refOf(actor),
  agent: actor.agent ?? null
})

const actorWithoutUser = (type: Doer["type"], id: string): Doer => ({
  type,
  id,
  name: null,
  userId: null,
  userName: null,
  agent: null
})

interface App {
  readonly clientId: string
  readonly clientName: string
  readonly userId: string
  readonly userName: string | null
}

/** A person who is signed in but not yet in any workspace. */
export const person = (id: string, name: string | null = null): Doer => ({
  ...actorWithoutUser("user", id),
  userId: id,
  userName: name
})

/** The operator, at the command line. */
export const operator = actorWithoutUser("admin", "operator")

export const job = (name: string): Doer => actorWithoutUser("job", name)

/**
 * Somebody who isn't signed in: a contact page's visitor, an email's sender, the holder of an invitation or password link; or the provider.
 */
export const visitor = (way: "form" | "email" | "invitation" | "link" | "provider"): Doer =>
  actorWithoutUser("visitor", way)

/** An app acting for itself at an endpoint for apps. */
export const app = ({ clientId, clientName, userId, userName }: App): Doer => ({
  ...actorWithoutUser("oauth", clientId),
  name: clientName,
  userId,
  userName
})

/** Who does what is written to the audit log. */
import { Actor, refOf } from "../identity/Actor.ts"
import type { Doer } from "./AuditRow.ts"

export const ofActor = (actor: Actor["Service"]): Doer => ({
  ...refOf(actor),
  agent: actor.agent ?? null
})

const alone = (type: Doer["type"], id: string): Doer => ({
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

/** Someone signed in, outside of any workspace so far. */
export const person = (id: string, name: string | null = null): Doer => ({
  ...alone("user", id),
  userId: id,
  userName: name
})

/** The operator, at the command line. */
export const operator = alone("admin", "operator")

export const job = (name: string): Doer => alone("job", name)

/** A stranger: at a contact page, who wrote an email, or who has the link of an invitation or of a new password; or the sign-in provider. */
export const visitor = (way: "form" | "email" | "invitation" | "link" | "provider"): Doer =>
  alone("visitor", way)

/** An app by itself, at an endpoint for apps. */
export const app = ({ clientId, clientName, userId, userName }: App): Doer => ({
  ...alone("oauth", clientId),
  name: clientName,
  userId,
  userName
})

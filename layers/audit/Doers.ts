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

/** Someone signed in, outside of any workspace so far. */
export const person = (id: string): Doer => ({ ...alone("user", id), userId: id })

/** The operator, at the command line. */
export const operator = alone("admin", "operator")

export const job = (name: string): Doer => alone("job", name)

/** A stranger: at a contact page, who wrote an email, or who has the link of an invitation. */
export const visitor = (way: "form" | "email" | "invitation"): Doer => alone("visitor", way)

/** Users, their sessions, and the apps they connected. */
import { Layer } from "effect"
import { Artifacts } from "../layers/identity/oauth/Artifacts.ts"
import { Clients } from "../layers/identity/oauth/Clients.ts"
import { Grants } from "../layers/identity/oauth/Grants.ts"
import { Sessions } from "../layers/identity/people/Sessions.ts"
import { SigningKeys } from "../layers/identity/oauth/SigningKeys.ts"
import { Tries } from "../layers/identity/people/Tries.ts"
import { Vouched } from "../layers/identity/people/Vouched.ts"
import { People } from "../layers/identity/people/People.ts"
import { Passwords } from "../layers/identity/people/Passwords.ts"
import { PersonAudit } from "../layers/identity/people/PersonAudit.ts"

export const layer = Layer.mergeAll(
  Artifacts.layer,
  Clients.layer,
  Grants.layer,
  Sessions.layer,
  SigningKeys.layer,
  Tries.layer,
  Vouched.layer.pipe(Layer.provideMerge(People.layer), Layer.provide(Passwords.layer))
).pipe(Layer.provide(PersonAudit.layer))

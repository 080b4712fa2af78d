/** Users with their own settings, sessions, connected apps and identity provider. */
import { Layer } from "effect"
import { Members } from "../../layers/identity/Members.ts"
import { AccountLinking } from "../../layers/identity/provider/AccountLinking.ts"
import { Logouts } from "../../layers/identity/provider/Logouts.ts"
import { Provider } from "../../layers/identity/provider/Provider.ts"
import { Artifacts } from "../../layers/identity/oauth/Artifacts.ts"
import { Clients } from "../../layers/identity/oauth/Clients.ts"
import { Grants } from "../../layers/identity/oauth/Grants.ts"
import { Passkeys } from "../../layers/identity/people/Passkeys.ts"
import { SecondFactors } from "../../layers/identity/people/SecondFactors.ts"
import { Sessions } from "../../layers/identity/people/Sessions.ts"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { PasswordAttempts } from "../../layers/identity/people/PasswordAttempts.ts"
import { Resets } from "../../layers/identity/people/Resets.ts"
import { VerifiedAccounts } from "../../layers/identity/people/VerifiedAccounts.ts"
import { People } from "../../layers/identity/people/People.ts"
import { Calendars } from "../../layers/identity/Calendars.ts"
import { SavedViews } from "../../layers/views/SavedViews.ts"
import { Passwords } from "../../layers/identity/people/Passwords.ts"
import { PersonAudit } from "../../layers/identity/people/PersonAudit.ts"

const people = Layer.mergeAll(
  Artifacts.layer,
  Calendars.layer,
  Clients.layer,
  Grants.layer,
  Members.layer,
  Passkeys.layer,
  SavedViews.layer,
  SecondFactors.layer,
  Sessions.layer,
  SigningKeys.layer,
  PasswordAttempts.layer,
  Layer.merge(Resets.layer, VerifiedAccounts.layer).pipe(
    Layer.provideMerge(People.layer),
    Layer.provide(Passwords.layer)
  )
)

export const layer = Layer.merge(Logouts.layer, Provider.layer).pipe(
  Layer.provideMerge(AccountLinking.layer),
  Layer.provideMerge(people),
  Layer.provide(PersonAudit.layer)
)

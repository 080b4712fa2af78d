/** A service where people sign in by an outside provider. */
import { Effect, Layer } from "effect"
import { Settings } from "../../../layers/settings/Settings.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import { clientId, clientSecret, OutsideProvider } from "../fakes/OidcProvider.ts"
import { FormBrowser } from "./FormBrowser.ts"
import { TestService } from "../server/TestService.ts"

/** A workspace that doesn't exist; each test names those of its own domains. */
const nowhere = "00000000-0000-7000-8000-00000000dead"

export const layer = (settings: Record<string, string> = {}) =>
  Layer.unwrap(
    Effect.map(OutsideProvider, ({ issuer }) =>
      TestService.layer({
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: "Acme SSO",
        OIDC_DOMAINS: `nowhere.example=${nowhere}`,
        OIDC_ROLES: "sales-admins=admin,sales=member,everyone=viewer",
        ...settings
      })
    )
  ).pipe(Layer.provideMerge(OutsideProvider.layer))

let count = 0

/** A workspace for the people of a new domain, and the provider that vouches for them. */
export const company = Effect.gen(function* () {
  const service = yield* TestService
  const provider = yield* OutsideProvider
  if (provider.keys.length === 0) yield* Effect.promise(() => provider.connect(service.url))
  const workspace = yield* service.workspace()
  const domain = `company${++count}.example`
  const trusted = (yield* Settings).provider!.domains as Map<string, WorkspaceId>
  trusted.set(domain, workspace.workspace.id)
  /** Someone whom the provider knows. */
  const person = (
    groups: ReadonlyArray<string> | undefined = ["sales"],
    more: Record<string, unknown> = {}
  ) => {
    const sub = `person-${++count}`
    const email = `${sub}@${domain}`
    provider.people.set(sub, { email, email_verified: true, name: "Pat", groups, ...more })
    return { sub, email }
  }
  return { ...workspace, domain, person, provider, browser: () => new FormBrowser(service.url) }
})

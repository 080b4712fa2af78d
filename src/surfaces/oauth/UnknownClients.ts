/**
 * Apps that no one has ever consented to. Anyone can register an app, so a redirect before a person has decided
 * anything would make us an open redirector (RFC 9700, section 4.11.2).
 */
import type { Effect } from "effect"
import type { errors, KoaContextWithOIDC } from "oidc-provider"
import { Clients } from "../../../layers/identity/oauth/Clients.ts"
import * as Loopback from "../../shared/network/Loopback.ts"

/** Matches ids of registered clients, which we generate. Clients with a metadata document always count as unknown. */
const registered = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** A redirect to a program on the person's own machine, as nearly all agents use, is harmless. */
const isLocal = (uri: unknown): boolean => {
  const parsed = typeof uri === "string" ? URL.parse(uri) : null
  return parsed?.protocol === "http:" && Loopback.has(parsed.hostname)
}

type Context = KoaContextWithOIDC & { readonly state: { isStranger?: boolean } }

/** Looks the app up before the library runs, because the library decides on errors synchronously. */
export const middleware =
  (run: (effect: Effect.Effect<boolean, never, Clients>) => Promise<boolean>) =>
  async (ctx: Context, next: () => Promise<void>) => {
    if (ctx.path === "/oauth/authorize") {
      const id = ctx.query["client_id"]
      const known =
        typeof id === "string" && registered.test(id) && (await run(Clients.use((_) => _.isUsed(id))))
      ctx.state.isStranger = !known
    }
    await next()
  }

/** Shows a page instead of redirecting to such an app. */
export const onError = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
  if ((ctx as Context).state.isStranger === true && !isLocal(ctx.query["redirect_uri"]))
    error.allow_redirect = false
}

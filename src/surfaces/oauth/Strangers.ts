/**
 * Apps that nobody has ever let in. Anyone may register one, and so a redirect to it, before a person has decided
 * anything, would send people wherever the app's maker likes, from our address (RFC 9700, section 4.11.2).
 */
import type { Effect } from "effect"
import type { errors, KoaContextWithOIDC } from "oidc-provider"
import { Clients } from "../../../layers/identity/oauth/Clients.ts"
import * as Redirect from "./Redirect.ts"

/** Ids of registered clients are ours; a description elsewhere proves nothing about who was let in. */
const registered = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/** Back to a program on the person's own machine, as nearly every agent has it, leads nobody astray. */
const isLocal = (uri: unknown): boolean => {
  const parsed = typeof uri === "string" ? URL.parse(uri) : null
  return parsed?.protocol === "http:" && Redirect.isLoopback(parsed.hostname)
}

type Context = KoaContextWithOIDC & { readonly state: { isStranger?: boolean } }

/** Looks an app up before the library does, whose errors are decided without waiting. */
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

/** What would go to such an app as a redirect is shown as a page. */
export const onError = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
  if ((ctx as Context).state.isStranger === true && !isLocal(ctx.query["redirect_uri"]))
    error.allow_redirect = false
}

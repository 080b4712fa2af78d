/** Ends what an app holds when it asks to (RFC 7009), whichever of its tokens it names. */
import { Effect } from "effect"
import type { KoaContextWithOIDC } from "oidc-provider"
import { AccessTokens } from "../../../layers/identity/oauth/AccessTokens.ts"
import * as Adapter from "./Adapter.ts"

/** A token that is expired, forged or another app's ends nothing, and its sender is told no more than that it is done. */
const end = Effect.fnUntraced(function* (token: string, clientId: string) {
  const claims = yield* Effect.option((yield* AccessTokens).verify(token))
  if (claims._tag === "Some" && claims.value.clientId === clientId) {
    yield* Adapter.revoke(claims.value.grantId)
  }
})

/** The library knows no access tokens, as it does not keep them: it refuses them once it knows the client. */
export const middleware =
  (run: (effect: Effect.Effect<void, never, AccessTokens | Adapter.Needs>) => Promise<void>) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const { error } = (ctx.body ?? {}) as { readonly error?: string }
    const client = ctx.oidc?.client
    if (ctx.path !== "/oauth/revoke" || error !== "unsupported_token_type" || client === undefined) return
    await run(end(String(ctx.oidc.params?.["token"]), client.clientId))
    ctx.status = 200
    ctx.body = ""
  }

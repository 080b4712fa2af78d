/** Token revocation (RFC 7009): ends an app's grant, whichever of its tokens it names. */
import { Effect } from "effect"
import type { KoaContextWithOIDC } from "oidc-provider"
import { AccessTokens } from "../../../layers/identity/oauth/AccessTokens.ts"
import * as Adapter from "./Adapter.ts"

/** An expired, forged or other app's token ends nothing, and gets the same response. */
const end = Effect.fnUntraced(function* (token: string, clientId: string) {
  const claims = yield* Effect.option((yield* AccessTokens).verify(token))
  if (claims._tag === "Some" && claims.value.clientId === clientId) {
    yield* Adapter.revoke(claims.value.grantId)
  }
})

/** The library doesn't store access tokens and would refuse them, so this handles them once the client is known. */
export const middleware =
  (run: (effect: Effect.Effect<void, never, AccessTokens | Adapter.Services>) => Promise<void>) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const { error } = (ctx.body ?? {}) as { readonly error?: string }
    const client = ctx.oidc?.client
    if (ctx.path !== "/oauth/revoke" || error !== "unsupported_token_type" || client === undefined) return
    await run(end(String(ctx.oidc.params?.["token"]), client.clientId))
    ctx.status = 200
    ctx.body = ""
  }

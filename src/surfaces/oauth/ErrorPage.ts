/** What a person sees where the authorization server cannot send them back to the app. */
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider"
import * as Layout from "../pages/Layout.ts"
import * as Page from "../pages/Page.ts"

const explained: Readonly<Record<string, string>> = {
  invalid_client: "The app is not known here. Remove it from your client and connect it again.",
  invalid_redirect_uri: "The app asked to be sent back to an address it has not registered.",
  server_error: "Something failed on our side. Try again."
}

export const render = (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
  const { error, error_description: description } = out
  const detail = description === undefined ? error : `${error}: ${description}`
  ctx.type = "html"
  ctx.set(Page.headers())
  ctx.body = Layout.render(
    Page.failed(ctx.status, `${explained[error] ?? "The app's request cannot be served."} (${detail})`)
  )
}

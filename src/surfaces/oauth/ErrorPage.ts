/** The error page a person sees if the authorization server can't redirect to the app. */
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider"
import { isFailure, status } from "../../../schema/Fault.ts"
import { html, type Html } from "../pages/platform/Html.ts"
import * as Layout from "../pages/platform/Layout.ts"
import * as Page from "../pages/platform/Page.ts"
import * as Reader from "../pages/words/Reader.ts"
import * as Redirect from "./Redirect.ts"

const explained: Readonly<Record<string, string>> = {
  invalid_client: "The app is not known here. Remove it from your client and connect it again.",
  invalid_redirect_uri: "The app asked to be sent back to an address it has not registered.",
  login_required: "The app asked without anyone being signed in.",
  consent_required: "The app asked for access that nobody has granted.",
  interaction_required: "The app asked before anyone had given it access.",
  server_error: "Something failed on our side. Try again."
}

/** The host of an app's metadata document that couldn't be read. */
const unread = (ctx: KoaContextWithOIDC, description: string | undefined) =>
  description === "client_id metadata document fetch failed"
    ? URL.parse(String(ctx.query["client_id"]))?.host
    : undefined

const explain = (ctx: KoaContextWithOIDC, { error, error_description: description }: ErrorOut): string => {
  const detail = description === undefined ? error : `${error}: ${description}`
  const host = unread(ctx, description)
  const words =
    host === undefined
      ? (explained[error] ?? "The app's request is not valid here.")
      : `The app's description could not be fetched from ${host}. Try again. If it fails again, ask the operator of this service whether it can reach ${host}, or to set OAUTH_CLIENT_DOCUMENTS=false, so that the app registers instead.`
  return `${words} (${detail})`
}

/** A link to an app that no one has consented to yet, so that the person sees where it leads. */
const wayOn = (ctx: KoaContextWithOIDC, out: ErrorOut): Html | false => {
  const { redirect_uri: uri, response_mode: mode = "query" } = ctx.query
  const client = ctx.oidc?.client
  if (typeof uri !== "string" || mode !== "query" || client?.redirectUriAllowed(uri) !== true) return false
  const target = new URL(uri)
  for (const [name, value] of Object.entries(out)) {
    if (value !== undefined) target.searchParams.set(name, String(value))
  }
  return html`<p>
    Nobody here has given this app access yet.
    <a href="${target.href}" rel="noreferrer">Continue to ${Redirect.of(target.href).host}</a>
  </p>`
}

export const render = (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
  // The library meant to redirect.
  if (!isFailure(ctx.status)) ctx.status = status.invalid_request_error
  ctx.type = "html"
  ctx.set(Page.headers())
  ctx.body = Layout.render(
    Page.failed(ctx.status, explain(ctx, out), { more: wayOn(ctx, out) }),
    Reader.from(ctx.get("accept-language"))
  )
}

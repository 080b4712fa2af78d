/** The error page a person sees if the authorization server can't redirect to the app. */
import { say } from "../web/i18n/Words.ts"
import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider"
import { isFailure, status } from "../../../schema/Fault.ts"
import { html, type Html, type Part } from "../web/Html.ts"
import * as PageLayout from "../web/frame/PageLayout.ts"
import * as PageResponse from "../web/PageResponse.ts"
import * as Reader from "../web/i18n/Reader.ts"
import * as Redirect from "./Redirect.ts"

const explained: Readonly<Record<string, Part>> = {
  invalid_client: say.consent.invalidClient,
  invalid_redirect_uri: say.consent.invalidRedirect,
  login_required: say.consent.loginRequired,
  consent_required: say.consent.consentRequired,
  interaction_required: say.consent.interactionRequired,
  server_error: say.consent.serverError
}

/** The host of the app's metadata document, if the document couldn't be read. */
const unread = (ctx: KoaContextWithOIDC, description: string | undefined) =>
  description === "client_id metadata document fetch failed"
    ? URL.parse(String(ctx.query["client_id"]))?.host
    : undefined

const explain = (ctx: KoaContextWithOIDC, { error, error_description: description }: ErrorOut): Part => {
  const detail = description === undefined ? error : `${error}: ${description}`
  const host = unread(ctx, description)
  const words = host === undefined ? (explained[error] ?? say.consent.notValid) : say.consent.notFetched(host)
  return [words, ` (${detail})`]
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
    ${say.consent.nobodyYet}
    <a href="${target.href}" rel="noreferrer">${say.consent.continueTo(Redirect.of(target.href).host)}</a>
  </p>`
}

export const render = (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
  // The library meant to redirect, so it set no error status.
  if (!isFailure(ctx.status)) ctx.status = status.invalid_request_error
  ctx.type = "html"
  ctx.set(PageResponse.headers())
  ctx.body = PageLayout.render(
    PageResponse.failed(ctx.status, explain(ctx, out), { more: wayOn(ctx, out) }),
    Reader.from(ctx.get("accept-language"))
  )
}

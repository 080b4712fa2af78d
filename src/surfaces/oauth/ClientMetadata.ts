/** What a client may say of itself, by registration or by its metadata document, and what is made of it. */

/** Metadata as the library hands it over, before it checks it; what is changed here is what it sees. */
type Draft = Record<string, unknown>

const mostRedirects = 20
const longestUri = 2000
const longestName = 200

export const grantTypes = ["authorization_code", "refresh_token"]

/** Not asked of this server, or only to fetch from elsewhere. */
const ignored = [
  // Consent is asked for each time, so that a registration binds no scope: a client may step up.
  "scope",
  "default_acr_values",
  "default_max_age",
  "require_auth_time",
  "sector_identifier_uri",
  "initiate_login_uri",
  "response_modes",
  "subject_type"
]

const only = (value: unknown, known: ReadonlyArray<string>) =>
  Array.isArray(value) ? value.filter((one) => known.includes(one)) : undefined

/** The first thing wrong with it, in words for the client's developer. */
const flawOf = ({ client_name: name, redirect_uris: uris }: Draft): string | undefined => {
  if (typeof name === "string" && name.length > longestName) {
    return `client_name must have at most ${longestName} characters`
  }
  if (!Array.isArray(uris)) return undefined
  if (uris.length > mostRedirects) return `redirect_uris must have at most ${mostRedirects} entries`
  return uris.some((uri) => typeof uri === "string" && uri.length > longestUri)
    ? `redirect_uris must have at most ${longestUri} characters each`
    : undefined
}

/** Changes the draft to what this server offers; answers what is wrong with it, if anything is. */
export const tidy = (draft: Draft): string | undefined => {
  for (const name of ignored) delete draft[name]
  // Native: http redirects are for loopback alone, on any port (RFC 8252), and others never run script.
  draft["application_type"] = "native"
  draft["id_token_signed_response_alg"] = "ES256"
  draft["grant_types"] = only(draft["grant_types"], grantTypes) ?? grantTypes
  draft["response_types"] = only(draft["response_types"], ["code"]) ?? ["code"]
  return flawOf(draft)
}

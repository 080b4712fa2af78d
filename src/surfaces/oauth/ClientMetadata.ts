/** Checks and completes a client's metadata, from a registration or a metadata document. */
import { invalidText } from "../../input/InvalidInput.ts"

/** Metadata from the library before it checks it; the library sees the changes made here. */
type Draft = Record<string, unknown>

const maxRedirects = 20
const maxUriLength = 2000
const maxNameLength = 200

export const grantTypes = ["authorization_code", "refresh_token"]

/** Fields that this server doesn't support, or that would only make it fetch data from other servers. */
const ignored = [
  // People consent each time, so a registration doesn't limit scopes: a client may ask for more later.
  "scope",
  "default_acr_values",
  "default_max_age",
  "require_auth_time",
  "sector_identifier_uri",
  "initiate_login_uri",
  "response_modes",
  "subject_type"
]

/** Grants that OAuth 2.1 removed. A client that asks for one gets an error, rather than a registration it can't use. */
const removedGrants = ["implicit", "password"]

/** Schemes without a dot that known MCP clients on a device use. */
const appSchemes = new Set(
  [
    ["antigravity", "boltai", "chatgpt", "claude", "code-oss", "codex", "cursor", "goose", "insomnia"],
    ["jetbrains", "kiro", "lmstudio", "obsidian", "positron", "postman", "raycast", "trae", "vscode"],
    ["vscode-insiders", "vscodium", "warp", "windsurf", "windsurf-next", "zed"]
  ].flatMap((names) => names.map((name) => `${name}:`))
)

/** A private-use scheme is a reversed domain name, so it contains a dot (RFC 8252, section 7.1). */
const isRedirectScheme = (protocol: string): boolean =>
  ["https:", "http:"].includes(protocol) || protocol.includes(".") || appSchemes.has(protocol)

const isOdd = (uri: unknown): boolean => {
  const parsed = typeof uri === "string" ? URL.parse(uri) : null
  // The library refuses invalid URLs, http beyond loopback, and fragments.
  if (parsed === null) return false
  // `https://claude.ai@evil.example` looks like claude.ai, but leads to evil.example.
  return !isRedirectScheme(parsed.protocol) || parsed.username !== "" || parsed.password !== ""
}

const listOf = (value: unknown): ReadonlyArray<unknown> | undefined =>
  Array.isArray(value) ? value : undefined

const flawOfUris = (uris: ReadonlyArray<unknown>): string | undefined => {
  if (uris.length > maxRedirects) return `redirect_uris must have at most ${maxRedirects} entries`
  if (uris.some((uri) => typeof uri === "string" && uri.length > maxUriLength)) {
    return `redirect_uris must have at most ${maxUriLength} characters each`
  }
  return uris.some(isOdd)
    ? "redirect_uris must be https, http on loopback, or of an app's own scheme, which holds a dot (com.example.app:/callback); without user names and passwords"
    : undefined
}

const flawOfGrants = (draft: Draft): string | undefined => {
  const grants = listOf(draft["grant_types"]) ?? grantTypes
  const refused = grants.find((grant) => removedGrants.includes(grant as string))
  if (refused !== undefined) {
    return `grant_types must not hold ${String(refused)}: use authorization_code with PKCE`
  }
  if (!grants.includes("authorization_code")) return "grant_types must hold authorization_code"
  const types = listOf(draft["response_types"]) ?? ["code"]
  return types.includes("code") ? undefined : "response_types must hold code"
}

/** The first problem in the metadata, worded for the client's developer. */
const flawOf = (draft: Draft): string | undefined => {
  if (invalidText(draft, "invalid_body") !== undefined) {
    return "no text may hold U+0000 or half of a surrogate pair, and nothing be nested 100 levels deep"
  }
  const { client_name: name, redirect_uris: uris } = draft
  if (typeof name === "string" && name.length > maxNameLength) {
    return `client_name must have at most ${maxNameLength} characters`
  }
  return flawOfUris(listOf(uris) ?? []) ?? flawOfGrants(draft)
}

const only = (value: unknown, known: ReadonlyArray<string>) =>
  listOf(value)?.filter((one) => known.includes(one as string)) ?? [...known]

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)

/** Removes null and empty members, also from lists, and lists that are empty afterwards. */
const dropEmpty = (draft: Draft): void => {
  for (const [name, value] of Object.entries(draft)) {
    const cleaned = Array.isArray(value) ? value.filter((one) => !isEmpty(one)) : value
    if (isEmpty(cleaned)) delete draft[name]
    else draft[name] = cleaned
  }
}

/** Changes the draft to what this server offers. Returns the problem if the draft can't be accepted. */
export const tidy = (draft: Draft): string | undefined => {
  for (const name of ignored) delete draft[name]
  dropEmpty(draft)
  const flaw = flawOf(draft)
  // Native clients may use http redirects only to loopback, on any port (RFC 8252), and no scheme that runs script.
  draft["application_type"] = "native"
  draft["id_token_signed_response_alg"] = "ES256"
  draft["grant_types"] = only(draft["grant_types"], grantTypes)
  draft["response_types"] = only(draft["response_types"], ["code"])
  return flaw
}

const maxBytes = 4096

/** The error for a registration that is too large. Anyone can register, and each registration is stored for a day. */
export const flawOfSize = (metadata: unknown): string | undefined =>
  Buffer.byteLength(JSON.stringify(metadata)) > maxBytes
    ? `client metadata must have at most ${maxBytes} bytes of JSON; name keys by jwks_uri`
    : undefined

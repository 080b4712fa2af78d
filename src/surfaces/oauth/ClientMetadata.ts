/** What a client may say of itself, by registration or by its metadata document, and what is made of it. */
import { invalidText } from "../../Input.ts"

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

/** Grants that OAuth 2.1 does away with: who asks for one is told, rather than given a client that cannot use it. */
const abandoned = ["implicit", "password"]

/** Schemes without a dot that MCP clients on a device have made their own. */
const appSchemes = new Set(
  [
    ["antigravity", "boltai", "chatgpt", "claude", "code-oss", "codex", "cursor", "goose", "insomnia"],
    ["jetbrains", "kiro", "lmstudio", "obsidian", "positron", "postman", "raycast", "trae", "vscode"],
    ["vscode-insiders", "vscodium", "warp", "windsurf", "windsurf-next", "zed"]
  ].flatMap((names) => names.map((name) => `${name}:`))
)

/** A scheme of an app's own is its domain name turned round, and so holds a dot (RFC 8252, section 7.1). */
const isRedirectScheme = (protocol: string): boolean =>
  ["https:", "http:"].includes(protocol) || protocol.includes(".") || appSchemes.has(protocol)

const isOdd = (uri: unknown): boolean => {
  const parsed = typeof uri === "string" ? URL.parse(uri) : null
  // What is no address at all, http beyond loopback and a fragment are for the library to refuse.
  if (parsed === null) return false
  // `https://claude.ai@evil.example` looks like the host that it does not lead to.
  return !isRedirectScheme(parsed.protocol) || parsed.username !== "" || parsed.password !== ""
}

const listOf = (value: unknown): ReadonlyArray<unknown> | undefined =>
  Array.isArray(value) ? value : undefined

const flawOfUris = (uris: ReadonlyArray<unknown>): string | undefined => {
  if (uris.length > mostRedirects) return `redirect_uris must have at most ${mostRedirects} entries`
  if (uris.some((uri) => typeof uri === "string" && uri.length > longestUri)) {
    return `redirect_uris must have at most ${longestUri} characters each`
  }
  return uris.some(isOdd)
    ? "redirect_uris must be https, http on loopback, or of an app's own scheme, which holds a dot (com.example.app:/callback); without user names and passwords"
    : undefined
}

const flawOfGrants = (draft: Draft): string | undefined => {
  const grants = listOf(draft["grant_types"]) ?? grantTypes
  const refused = grants.find((grant) => abandoned.includes(grant as string))
  if (refused !== undefined) {
    return `grant_types must not hold ${String(refused)}: use authorization_code with PKCE`
  }
  if (!grants.includes("authorization_code")) return "grant_types must hold authorization_code"
  const types = listOf(draft["response_types"]) ?? ["code"]
  return types.includes("code") ? undefined : "response_types must hold code"
}

/** The first thing wrong with it, in words for the client's developer. */
const flawOf = (draft: Draft): string | undefined => {
  if (invalidText(draft, "invalid_body") !== undefined) {
    return "no text may hold U+0000 or half of a surrogate pair, and nothing be nested 100 levels deep"
  }
  const { client_name: name, redirect_uris: uris } = draft
  if (typeof name === "string" && name.length > longestName) {
    return `client_name must have at most ${longestName} characters`
  }
  return flawOfUris(listOf(uris) ?? []) ?? flawOfGrants(draft)
}

const only = (value: unknown, known: ReadonlyArray<string>) =>
  listOf(value)?.filter((one) => known.includes(one as string)) ?? [...known]

/** Changes the draft to what this server offers; answers what is wrong with it, if anything is. */
export const tidy = (draft: Draft): string | undefined => {
  for (const name of ignored) delete draft[name]
  const flaw = flawOf(draft)
  // Native: http redirects are for loopback alone, on any port (RFC 8252), and others never run script.
  draft["application_type"] = "native"
  draft["id_token_signed_response_alg"] = "ES256"
  draft["grant_types"] = only(draft["grant_types"], grantTypes)
  draft["response_types"] = only(draft["response_types"], ["code"])
  return flaw
}

const mostBytes = 4096

/** What is wrong with the size of a registration, if anything is: whoever registers costs a row for a day. */
export const flawOfSize = (metadata: unknown): string | undefined =>
  Buffer.byteLength(JSON.stringify(metadata)) > mostBytes
    ? `client metadata must have at most ${mostBytes} bytes of JSON; name keys by jwks_uri`
    : undefined

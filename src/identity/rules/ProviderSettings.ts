/** Validates and parses the operator's settings of the OpenID provider. */
import { type Redacted, Result, Schema } from "effect"
import { WorkspaceId } from "../../../schema/Id.ts"
import type { Role } from "../../../schema/Scope.ts"
import * as Loopback from "../../shared/network/Loopback.ts"

/** The settings as given. */
interface SettingsInput {
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: Redacted.Redacted | undefined
  readonly oidcScopes: string
  readonly oidcName: string
  readonly oidcGroupsClaim: string
  readonly oidcRoles: ReadonlyArray<string>
  readonly oidcWorkspace: string | undefined
  readonly oidcDomains: ReadonlyArray<string>
  readonly oidcOnly: boolean
}

/** The provider, and the roles and workspaces of its users. */
export interface ProviderSettings {
  /** The issuer exactly as the provider writes it, including a final slash. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted | undefined
  readonly scopes: string
  /** The name on the sign-in button. */
  readonly name: string
  readonly groupsClaim: string
  /** The role of each group; `*` stands for everyone. */
  readonly roles: ReadonlyMap<string, Role>
  /** The domains whose email addresses the provider verifies, and the workspace of their users. */
  readonly domains: ReadonlyMap<string, WorkspaceId>
  /** Whether signing in by password is disabled. */
  readonly only: boolean
}

/** Sorted from the highest to the lowest. */
const roles: ReadonlyArray<Role> = ["admin", "member", "viewer"]

const isWorkspace = Schema.is(WorkspaceId)

const isDomain = (text: string) => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text)

const isLocal = ({ hostname, protocol }: URL) => protocol === "http:" && Loopback.has(hostname)

const isIssuer = (text: string) => {
  const url = URL.parse(text)
  return url !== null && url.search === "" && url.hash === "" && (url.protocol === "https:" || isLocal(url))
}

/** Splits `name=value` at the last `=`, because group names may contain one. */
const pairOf = (entry: string): readonly [name: string, value: string | undefined] => {
  const mark = entry.lastIndexOf("=")
  return mark < 0 ? [entry, undefined] : [entry.slice(0, mark).trim(), entry.slice(mark + 1).trim()]
}

const rolesOf = (entries: ReadonlyArray<string>): Result.Result<ReadonlyMap<string, Role>, string> => {
  const found = new Map<string, Role>()
  for (const [group, role] of entries.map(pairOf)) {
    const known = roles.find((one) => one === role)
    if (group === "" || known === undefined) {
      return Result.fail(
        `OIDC_ROLES must be groups and roles, such as sales-admins=admin,sales=member; roles are ${roles.join(", ")}`
      )
    }
    found.set(group, known)
  }
  return Result.succeed(found)
}

const domainsOf = ({
  oidcDomains,
  oidcWorkspace
}: SettingsInput): Result.Result<ReadonlyMap<string, WorkspaceId>, string> => {
  const found = new Map<string, WorkspaceId>()
  for (const [domain, workspace = oidcWorkspace] of oidcDomains.map(pairOf)) {
    if (!isDomain(domain)) {
      return Result.fail(
        "OIDC_DOMAINS must be domains of email addresses, such as acme.example or acme.example=<workspace id>"
      )
    }
    if (!isWorkspace(workspace)) {
      return Result.fail(`OIDC_DOMAINS or OIDC_WORKSPACE must give the id of the workspace for ${domain}`)
    }
    found.set(domain.toLowerCase(), workspace)
  }
  return Result.succeed(found)
}

/** Undefined if no provider is configured. The error is one line for the operator. */
export const of = (input: SettingsInput): Result.Result<ProviderSettings | undefined, string> =>
  Result.gen(function* () {
    const { oidcClientId: clientId, oidcIssuer: issuer } = input
    if (issuer === undefined) {
      const lonely = clientId !== undefined || input.oidcDomains.length > 0 || input.oidcOnly
      return lonely
        ? yield* Result.fail("OIDC_ISSUER must be set too, for people to sign in by a provider")
        : undefined
    }
    if (!isIssuer(issuer)) {
      return yield* Result.fail(
        "OIDC_ISSUER must be the provider's issuer, an https address (http on this machine alone)"
      )
    }
    if (clientId === undefined) return yield* Result.fail("OIDC_CLIENT_ID must be set beside OIDC_ISSUER")
    if (!input.oidcScopes.split(" ").includes("openid"))
      return yield* Result.fail("OIDC_SCOPES must include openid")
    const domains = yield* domainsOf(input)
    if (domains.size === 0) {
      return yield* Result.fail(
        "OIDC_DOMAINS must name the domains of email addresses that the provider vouches for"
      )
    }
    return {
      issuer,
      clientId,
      clientSecret: input.oidcClientSecret,
      scopes: input.oidcScopes,
      name: input.oidcName,
      groupsClaim: input.oidcGroupsClaim,
      roles: yield* rolesOf(input.oidcRoles),
      domains,
      only: input.oidcOnly
    }
  })

/** The workspace of an email address's domain. */
export const workspaceOf = ({ domains }: ProviderSettings, email: string): WorkspaceId | undefined =>
  domains.get(email.slice(email.lastIndexOf("@") + 1).toLowerCase())

/** The highest role of the groups; undefined if none has a role. */
export const roleOf = (
  { roles: given }: ProviderSettings,
  groups: ReadonlyArray<string>
): Role | undefined => {
  const theirs = new Set(["*", ...groups].map((group) => given.get(group)))
  return roles.find((role) => theirs.has(role))
}

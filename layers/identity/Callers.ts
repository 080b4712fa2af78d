/** Reads callers from the database: API keys, and apps that a person connected. */
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { KeyId, UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import type { Rules } from "../../schema/Rules.ts"
import * as Scope from "../../schema/Scope.ts"
import * as IpRange from "../../src/shared/network/IpRange.ts"
import type { Actor } from "./Actor.ts"
import type { LiveGrant } from "./oauth/Grants.ts"
import * as WorkspaceStatus from "./rehearsals/WorkspaceStatus.ts"

type Caller = Actor["Service"]

export interface KeyRow extends WorkspaceStatus.Row {
  readonly id: KeyId
  readonly name: string
  readonly hash: Uint8Array
  readonly user_id: UserId
  readonly email: string
  readonly user_name: string | null
  readonly role: Scope.Role
  readonly workspace_id: WorkspaceId
  readonly workspace_name: string
  readonly plan: Plan
  readonly expires_at: string | null
  readonly allowed_addresses: ReadonlyArray<string>
}

/** An SQL fragment up to the conditions. */
export const selectKey = `SELECT k.id, k.name, k.hash, u.id AS user_id, u.email, u.name AS user_name,
    m.role, w.id AS workspace_id, w.name AS workspace_name, w.plan, k.expires_at, k.allowed_addresses,
    ${WorkspaceStatus.columns}
  FROM api_keys k
  JOIN workspaces w ON w.id = k.workspace_id
  JOIN users u ON u.id = k.user_id
  JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id AND m.removed_at IS NULL`

/** Read separately, because the key's workspace isn't known before. */
export const rulesOf = (sql: SqlClient.SqlClient, { id, workspace_id }: KeyRow) =>
  Effect.map(
    sql<{ rules: Rules }>`SELECT rules FROM credential_rules
      WHERE workspace_id = ${workspace_id} AND credential = ${id}`,
    ([row]) => row?.rules ?? null
  )

/** Most credentials have no rules. */
const ruled = (rules: Rules | null) => (rules === null ? {} : { rules })

/** A key with its limits. */
export interface Key {
  readonly caller: Caller
  readonly id: KeyId
  /** Unix milliseconds; infinite if the key doesn't expire. */
  readonly expiresAt: number
  readonly allowed: ReadonlyArray<IpRange.IpRange> | undefined
}

const granted: ReadonlySet<Scope.Scope> = new Set(Scope.all)

const toCaller = (row: KeyRow, rules: Rules | null): Caller => ({
  credential: { kind: "api_key", id: row.id, name: row.name },
  user: { id: row.user_id, email: row.email, name: row.user_name },
  workspace: { id: row.workspace_id, name: row.workspace_name, plan: row.plan, ...WorkspaceStatus.of(row) },
  role: row.role,
  granted,
  scopes: new Set(Scope.ofRole[row.role]),
  ...ruled(rules)
})

export const toKey = (row: KeyRow, rules: Rules | null): Key => ({
  caller: toCaller(row, rules),
  id: row.id,
  expiresAt: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
  allowed:
    row.allowed_addresses.length === 0
      ? undefined
      : row.allowed_addresses.flatMap((text) => Option.toArray(IpRange.parse(text)))
})

/** The scopes are limited by the consent, the grant and the current role. */
export const ofGrant = (scopes: ReadonlyArray<Scope.Scope>, grant: LiveGrant): Caller => {
  const consented = scopes.filter((scope) => grant.scopes.includes(scope))
  const allowed = Scope.ofRole[grant.role]
  return {
    credential: { kind: "oauth", clientId: grant.clientId, name: grant.clientName },
    user: { id: grant.userId, email: grant.email, name: grant.userName },
    workspace: {
      id: grant.workspaceId,
      name: grant.workspaceName,
      plan: grant.plan,
      ...WorkspaceStatus.of(grant)
    },
    role: grant.role,
    granted: new Set(consented),
    scopes: new Set(consented.filter((scope) => allowed.includes(scope))),
    ...ruled(grant.rules)
  }
}

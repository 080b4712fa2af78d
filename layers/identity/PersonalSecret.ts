/** Secrets that grant a person's permissions without a session. Each contains its workspace, so that every query can name it. */
import { createHash } from "node:crypto"
import { type UserId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import * as Scope from "../../schema/Scope.ts"
import type { Actor } from "./Actor.ts"
import * as WorkspaceStatus from "./rehearsals/WorkspaceStatus.ts"

type Kind = "cal" | "emb" | "ems"

export const make = (kind: Kind, workspaceId: string, random: string): string =>
  `${kind}_${workspaceId.replaceAll("-", "").toLowerCase()}_${random}`

const pattern =
  /^([a-z]{3})_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[0-9A-Za-z]{43}$/u

/** The workspace in a secret of one of these kinds; undefined for any other text. */
export const workspaceOf = (secret: string, ...kinds: ReadonlyArray<Kind>): WorkspaceId | undefined => {
  const [, kind, ...parts] = pattern.exec(secret) ?? []
  return kinds.some((one) => one === kind) ? WorkspaceId.make(parts.join("-")) : undefined
}

/** The stored hash of a secret. */
export const hash = (secret: string): Buffer => createHash("sha256").update(secret).digest()

export interface Row extends WorkspaceStatus.Row {
  readonly user_id: UserId
  readonly email: string
  readonly user_name: string | null
  readonly role: Scope.Role
  readonly workspace_name: string
  readonly plan: Plan
}

/** The person of a row, with the granted scopes that their role allows. */
export const actorOf = (
  row: Row,
  workspaceId: WorkspaceId,
  granted: ReadonlySet<Scope.Scope>
): Actor["Service"] => ({
  credential: { kind: "session" },
  user: { id: row.user_id, email: row.email, name: row.user_name },
  workspace: { id: workspaceId, name: row.workspace_name, plan: row.plan, ...WorkspaceStatus.of(row) },
  role: row.role,
  granted,
  scopes: new Set(Scope.ofRole[row.role].filter((scope) => granted.has(scope)))
})

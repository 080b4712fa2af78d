/** An entry of the audit log as a row of `audit`. */
import { hash } from "node:crypto"
import type { AuditActorType, AuditChange, Surface } from "../../schema/Audit.ts"
import * as Targets from "../../src/domain/audit/Targets.ts"

/** Who did it: a credential and its person, or what acts without either. */
export interface Doer {
  readonly type: AuditActorType
  /** Id of the key, the OAuth client or the person; the name of a job. */
  readonly id: string
  readonly name: string | null
  readonly userId: string | null
  readonly userName: string | null
  /** What an agent calls itself. */
  readonly agent: string | null
}

export interface Entry {
  readonly operation: string
  readonly surface: Surface
  readonly doer: Doer
  readonly requestId: string | null
  readonly idempotencyKey: string | null
  /** What was asked for, if nothing changed. */
  readonly asked: ReadonlyArray<string>
  /** `ok` or the code of the error. */
  readonly outcome: string
  readonly status: number | null
  /** How often it happened: the same refusal several times in a row is one entry. */
  readonly times: number
  readonly changes: ReadonlyArray<AuditChange>
}

/** The columns in the order in which the digest has them. */
const columns = [
  "workspace_id",
  "at",
  "id",
  "operation",
  "surface",
  "actor_type",
  "actor_id",
  "actor_name",
  "user_id",
  "user_name",
  "agent",
  "request_id",
  "idempotency_key",
  "target",
  "targets",
  "outcome",
  "status",
  "times",
  "changes"
] as const

type Column = (typeof columns)[number]

/** The columns' values; `changes` is JSON text. */
export type Values = Readonly<Record<Column, unknown>>

/** SHA-256 of a row. */
export const digestOf = (values: Values): Buffer =>
  hash("sha256", JSON.stringify(columns.map((column) => values[column] ?? null)), "buffer")

export const valuesOf = (workspaceId: string, at: string, id: string, entry: Entry): Values => {
  const { changes, doer } = entry
  const targets = Targets.of(changes, entry.asked)
  return {
    workspace_id: workspaceId,
    at,
    id,
    operation: entry.operation,
    surface: entry.surface,
    actor_type: doer.type,
    actor_id: doer.id,
    actor_name: doer.name,
    user_id: doer.userId,
    user_name: doer.userName,
    agent: doer.agent,
    request_id: entry.requestId,
    idempotency_key: entry.idempotencyKey,
    target: targets[0] ?? null,
    targets: targets.length > 1 ? targets : null,
    outcome: entry.outcome,
    status: entry.status,
    times: entry.times,
    changes: JSON.stringify(changes)
  }
}

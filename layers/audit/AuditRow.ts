/** An entry of the audit log as a row of `audit`. */
import { hash } from "node:crypto"
import type { ActorRef } from "../../schema/Actor.ts"
import type { AuditActorType, AuditChange, Surface } from "../../schema/Audit.ts"
import * as Targets from "../../src/audit/rules/Targets.ts"
import type { Encryption } from "../encryption/Encryption.ts"

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
  /** Who approved it, if it had to be asked for. */
  readonly approvedBy?: ActorRef | undefined
}

/** The columns that the digest is of, in its order; `changes` is JSON text. */
const digested = [
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

export const columns = [...digested, "digest", "approved_by"] as const

/** The values of `digested`. */
type Values = ReadonlyArray<unknown>

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer")

/**
 * The JSON of the changes stands behind that of the rest: within it, it would be escaped, which costs as much as the hash. Who
 * approved it is in the rest only if someone did.
 */
const hashOf = (values: Values, approver: string | null): Buffer => {
  const rest = values.slice(0, -1)
  return sha256(JSON.stringify(approver === null ? rest : [...rest, approver]) + values.at(-1))
}

/** As entries had it at first. No text is in both forms: only here does a JSON value go on to the end. */
const firstHashOf = (values: Values): Buffer => sha256(JSON.stringify(values))

/** A row as it is read back, with `changes` as text. */
export type Stored = Readonly<Record<(typeof digested)[number], unknown>> & {
  readonly approved_by: string | null
}

/** The columns of `Stored`. */
export const stored = [...digested.slice(0, -1), "changes::text AS changes", "approved_by"].join(", ")

const valuesOf = (row: Stored): Values => digested.map((column) => row[column])

/** SHA-256 of a row as it is. */
export const hashOfRow = (row: Stored): Buffer => hashOf(valuesOf(row), row.approved_by)

/** Digests are HMACs of hashes, so that someone who can write to the database, and no more, can make none. */
const digesting = (mac: (text: string) => Uint8Array) => (hashed: Buffer) => mac(hashed.toString("hex"))

const purpose = "audit-entry"

/** Makes digests with the current key. */
export const digester = (encryption: Encryption["Service"]) => digesting(encryption.mac(purpose))

/**
 * Tells what a digest is of a row: `keyed` by the service, the `plain` hash that versions before wrote, or neither.
 */
export const checker = (encryption: Encryption["Service"]) => {
  const digests = encryption.macs(purpose).map(digesting)
  return (row: Stored, digest: Uint8Array): "keyed" | "plain" | undefined => {
    const isSame = (one: Uint8Array) => Buffer.compare(one, digest) === 0
    const hashed = hashOfRow(row)
    if (digests.some((digestOf) => isSame(digestOf(hashed)))) return "keyed"
    const isFirst = () => row.approved_by === null && isSame(firstHashOf(valuesOf(row)))
    return isSame(hashed) || isFirst() ? "plain" : undefined
  }
}

/** The values of `columns`. */
export const rowOf = (
  digestOf: ReturnType<typeof digester>,
  workspaceId: string,
  at: string,
  id: string,
  entry: Entry
): ReadonlyArray<unknown> => {
  const { changes, doer } = entry
  const targets = Targets.of(changes, entry.asked)
  const values = [
    workspaceId,
    at,
    id,
    entry.operation,
    entry.surface,
    doer.type,
    doer.id,
    doer.name,
    doer.userId,
    doer.userName,
    doer.agent,
    entry.requestId,
    entry.idempotencyKey,
    targets[0] ?? null,
    targets.length > 1 ? targets : null,
    entry.outcome,
    entry.status,
    entry.times,
    JSON.stringify(changes)
  ]
  const approver = entry.approvedBy === undefined ? null : JSON.stringify(entry.approvedBy)
  return [...values, digestOf(hashOf(values, approver)), approver]
}

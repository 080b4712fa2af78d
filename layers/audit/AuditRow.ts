/** An entry of the audit log as a row of `audit`. */
import { hash } from "node:crypto"
import type { ActorRef } from "../../schema/Actor.ts"
import type { AuditActorType, AuditChange, Surface } from "../../schema/Audit.ts"
import * as Targets from "../../src/audit/rules/Targets.ts"
import type { Encryption } from "../encryption/Encryption.ts"

/** The actor: a credential and its person, or an actor without either. */
export interface Doer {
  readonly type: AuditActorType
  /** The id of the key, the OAuth client or the person; the name of a job. */
  readonly id: string
  readonly name: string | null
  readonly userId: string | null
  readonly userName: string | null
  /** The name that an agent gives itself. */
  readonly agent: string | null
}

export interface Entry {
  readonly operation: string
  readonly surface: Surface
  readonly doer: Doer
  readonly requestId: string | null
  readonly idempotencyKey: string | null
  /** The targets of the request, used if nothing changed. */
  readonly asked: ReadonlyArray<string>
  /** `ok` or the code of the error. */
  readonly outcome: string
  readonly status: number | null
  /** The number of occurrences: the same refusal several times in a row is a single entry. */
  readonly times: number
  readonly changes: ReadonlyArray<AuditChange>
  /** The person who approved the call, if it needed approval. */
  readonly approvedBy?: ActorRef | undefined
}

/** The columns that the digest covers, in order; `changes` is JSON text. */
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
 * The JSON of the changes is appended to that of the other values, because nesting it would escape it, which costs as much as the hash.
 * The approver is only included if there is one.
 */
const hashOf = (values: Values, approver: string | null): Buffer => {
  const rest = values.slice(0, -1)
  return sha256(JSON.stringify(approver === null ? rest : [...rest, approver]) + values.at(-1))
}

/** The hash format of the first versions. The two formats can't collide: only in this one is the text a single JSON value. */
const firstHashOf = (values: Values): Buffer => sha256(JSON.stringify(values))

/** A row as it is read back, with `changes` as text. */
export type StoredEntry = Readonly<Record<(typeof digested)[number], unknown>> & {
  readonly approved_by: string | null
}

/** The columns of `StoredEntry`. */
export const stored = [...digested.slice(0, -1), "changes::text AS changes", "approved_by"].join(", ")

const valuesOf = (row: StoredEntry): Values => digested.map((column) => row[column])

/** The SHA-256 of a row in its current state. */
export const hashOfRow = (row: StoredEntry): Buffer => hashOf(valuesOf(row), row.approved_by)

/** Digests are HMACs of hashes, so that somebody with only write access to the database can't create any. */
const digesting = (mac: (text: string) => Uint8Array) => (hashed: Buffer) => mac(hashed.toString("hex"))

const purpose = "audit-entry"

/** Makes digests with the current key. */
export const digester = (encryption: Encryption["Service"]) => digesting(encryption.mac(purpose))

/** Classifies a row's digest: `keyed` by the service, a `plain` hash as earlier versions wrote, or undefined for neither. */
export const checker = (encryption: Encryption["Service"]) => {
  const digests = encryption.macs(purpose).map(digesting)
  return (row: StoredEntry, digest: Uint8Array): "keyed" | "plain" | undefined => {
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

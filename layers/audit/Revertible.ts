/**
 * Kinds of records whose changes can be undone. To add one:
 *
 * 1. Write a repository that is `Revertible` (layers/deals/UndoNotes.ts is the shortest). `lock` locks the records of the
 *    changes, reads the fields that the audit log has, and returns the rules for undoing them. `write` saves the records that change and
 *    adds them to the feed.
 * 2. Add it to `kinds` in src/audit/operations/Undo.ts, in the order of locking, and its layer to src/service/UndoLayers.ts.
 *
 * src/audit/rules/UndoTypes.ts decides what is undone; its `Rule` lists what a kind can customize.
 */
import type { Effect } from "effect"
import type { AuditChange } from "../../schema/Audit.ts"
import type { Scope } from "../../schema/Scope.ts"
import type { UndoableResource } from "../../schema/Undo.ts"
import type { CurrentRecord, Rules, RevertedRecord } from "../../src/audit/rules/UndoTypes.ts"
import type { Actor } from "../identity/Actor.ts"
import type { Tenant } from "../identity/Tenant.ts"

interface LockedRecord {
  /** By `UndoTypes.keyOf`; records that don't exist may be left out. */
  readonly found: ReadonlyMap<string, CurrentRecord>
  readonly rules: Rules
}

export interface Revertible {
  readonly resources: ReadonlyArray<UndoableResource>
  /** The scope needed to change such records. */
  readonly scope: Scope
  /** If left out, any role with the scope may. */
  readonly role?: "admin"
  /** Gets the changes of all kinds, newest first, of at most 200 records and their dependents. Locks in the order of ids. */
  readonly lock: (changes: ReadonlyArray<AuditChange>) => Effect.Effect<LockedRecord, never, Actor | Tenant>
  /** Called with the arguments of `write` before any kind is written: restores records that others refer to. */
  readonly restore?: (turned: ReadonlyArray<RevertedRecord>) => Effect.Effect<void, never, Tenant>
  /** Gets the records of all kinds whose state changes. Kinds are written in the reverse order of locking. */
  readonly write: (turned: ReadonlyArray<RevertedRecord>) => Effect.Effect<void, never, Actor | Tenant>
}

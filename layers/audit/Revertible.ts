/**
 * Kinds of records that can be undone. To add one:
 *
 * 1. Write a repository that is `Revertible` (layers/deals/UndoNotes.ts is the shortest): `lock` reads the records that the changes
 *    name, locked, in the fields of the audit log, and gives the rules by which they go back; `write` writes those that end up
 *    otherwise. The undo itself records them in its entry of the audit log; `write` tells the feed.
 * 2. Add it to `kinds` in src/audit/operations/Undo.ts, in the order of locking, and its layer in src/service/UndoLayers.ts.
 *
 * src/audit/rules/Undoing.ts decides what goes back; its `Rule` says what a kind may have of its own.
 */
import type { Effect } from "effect"
import type { AuditChange } from "../../schema/Audit.ts"
import type { Scope } from "../../schema/Scope.ts"
import type { UndoableResource } from "../../schema/Undo.ts"
import type { Found, Rules, Turned } from "../../src/audit/rules/Undoing.ts"
import type { Actor } from "../identity/Actor.ts"
import type { Tenant } from "../identity/Tenant.ts"

export interface Locked {
  /** By `Undoing.keyOf`; one that is not there may be left out. */
  readonly found: ReadonlyMap<string, Found>
  readonly rules: Rules
}

export interface Revertible {
  readonly resources: ReadonlyArray<UndoableResource>
  /** What one needs to change such records. */
  readonly scope: Scope
  /** Left out: any role with the scope. */
  readonly role?: "admin"
  /** Gets the changes of all kinds, newest first, of at most 200 records and what belongs to them. Locks in the order of ids. */
  readonly lock: (changes: ReadonlyArray<AuditChange>) => Effect.Effect<Locked, never, Actor | Tenant>
  /** Gets the same as `write`, before any kind is written: puts back what others refer to. */
  readonly restore?: (turned: ReadonlyArray<Turned>) => Effect.Effect<void, never, Tenant>
  /** Gets the records of all kinds that end up otherwise. Kinds are written in the reverse order of locking. */
  readonly write: (turned: ReadonlyArray<Turned>) => Effect.Effect<void, never, Actor | Tenant>
}

/**
 * Writes refused and failed calls to the audit log, shortly after the response and in separate transactions. The first is written at once;
 * repetitions within a minute are counted and written as one entry when the minute is over.
 */
import { Array, Clock, Context, Effect, Layer } from "effect"
import type { WorkspaceId } from "../../schema/Id.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Loop from "../runtime/Loop.ts"
import { Outages } from "../runtime/Outages.ts"
import { Audit } from "./Audit.ts"
import type { Entry } from "./AuditRow.ts"

/** The number of rows in a statement. */
const batch = 500

const minute = 60_000

/** The number of targets listed separately per minute, for calls of one caller and operation that fail with the same outcome. */
const maxTargets = 20

/** The maximum number of entries a process remembers; above it, targets are no longer counted separately. */
const maxRefusals = 10_000

interface RefusalCount {
  readonly workspaceId: WorkspaceId
  readonly entry: Entry
  /** The key of the entry without its target. */
  readonly kind: string
  times: number
  /** When the count is written, in Unix milliseconds. */
  due: number
}

const kindOf = (workspaceId: WorkspaceId, { doer, operation, outcome, surface }: Entry) =>
  JSON.stringify([workspaceId, surface, operation, outcome, doer.type, doer.id, doer.userId, doer.agent])

export class RefusedCalls extends Context.Service<
  RefusedCalls,
  {
    readonly note: (workspaceId: WorkspaceId, entry: Entry) => Effect.Effect<void>
    /** Writes the entries that are due. */
    readonly flush: Effect.Effect<void>
  }
>()("pipeline/layers/audit/RefusedCalls") {
  static readonly layer = Layer.effect(
    RefusedCalls,
    Effect.gen(function* () {
      const audit = yield* Audit
      const refusals = new Map<string, RefusalCount>()
      /** The number of targets that each kind has in `refusals`. */
      const targets = new Map<string, number>()

      const note = (workspaceId: WorkspaceId, entry: Entry) =>
        Effect.suspend(() => {
          const kind = kindOf(workspaceId, entry)
          const own = `${kind} ${entry.asked[0] ?? ""}`
          const isNew = !refusals.has(own)
          const isApart = !isNew || ((targets.get(kind) ?? 0) < maxTargets && refusals.size < maxRefusals)
          const key = isApart ? own : kind
          const existingCount = refusals.get(key)
          if (existingCount !== undefined) {
            existingCount.times += 1
            return Effect.void
          }
          if (refusals.size >= 2 * maxRefusals) {
            return Effect.flatMap(Outages, (outages) =>
              outages.note("Refusals are left out of the audit log", "too many callers are refused at once")
            )
          }
          targets.set(kind, (targets.get(kind) ?? 0) + 1)
          refusals.set(key, {
            workspaceId,
            entry: isApart ? entry : { ...entry, asked: [] },
            kind,
            times: 1,
            due: 0
          })
          return Effect.void
        })

      const forget = (key: string, { kind }: RefusalCount) => {
        refusals.delete(key)
        const left = targets.get(kind)! - 1
        if (left === 0) targets.delete(kind)
        else targets.set(kind, left)
      }

      const store = Effect.fnUntraced(function* (
        some: Array.NonEmptyReadonlyArray<RefusalCount>,
        at: number
      ) {
        const counted = Array.map(some, ({ times }) => times)
        const entries = Array.map(some, ({ entry, times }): Entry => ({ ...entry, times }))
        yield* audit.record(entries)
        some.forEach((one, index) => {
          one.times -= counted[index]!
          one.due = at + minute
        })
      })

      const write = Effect.fnUntraced(function* (isLast: boolean) {
        const at = yield* Clock.currentTimeMillis
        const due = [...refusals].filter(([, one]) => isLast || one.due <= at)
        for (const [key, one] of due) if (one.times === 0) forget(key, one)
        const waiting = due.map(([, one]) => one).filter(({ times }) => times > 0)
        for (const [workspaceId, ours] of Map.groupBy(waiting, (one) => one.workspaceId)) {
          for (const part of Array.chunksOf(ours, batch)) {
            yield* Effect.provideService(store(part as never, at), Tenant, { workspaceId })
          }
        }
      })

      const name = "Writing refusals to the audit log"
      yield* Effect.forkScoped(
        Loop.forever(name, () => Effect.uninterruptible(write(false)), { every: "250 millis" })
      )
      yield* Effect.addFinalizer(() => Effect.ignoreCause(write(true), { log: "Warn", message: name }))
      return RefusedCalls.of({ note, flush: write(false) })
    })
  )

  /** Discards refused calls. */
  static readonly layerNone = Layer.succeed(
    RefusedCalls,
    RefusedCalls.of({ note: () => Effect.void, flush: Effect.void })
  )
}

/**
 * Logs repeated failures with the same cause as an outage: at its start, every minute with a count, and at its end. A line per failure
 * would bury the rest of the log.
 */
import { Cause, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { performance } from "node:perf_hooks"
import { FilesAway } from "../files/Files.ts"
import * as ResourceShortage from "./ResourceShortage.ts"
import * as Sql from "../database/Sql.ts"

/** An outage ends when nothing has failed for this long. */
const quietPeriod = "5 seconds"

/** Number of these checks per minute. */
const checksPerMinute = 12

export interface Service {
  /** Records a failure of `what`, which must have few values. `reason` is one line. */
  readonly note: (what: string, reason: string) => Effect.Effect<void>
}

const make = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const open = new Map<string, { count: number }>()

  /** Logs an outage until it ends. */
  const follow = Effect.fnUntraced(function* (what: string, outage: { readonly count: number }) {
    const began = performance.now()
    let [seen, said] = [0, outage.count]
    for (let look = 1; seen < outage.count; look++) {
      seen = outage.count
      yield* Effect.sleep(quietPeriod)
      if (look % checksPerMinute !== 0) continue
      yield* Effect.logWarning(
        `${what}: ${outage.count - said} times within a minute, ${outage.count} in all`
      )
      said = outage.count
    }
    open.delete(what)
    const seconds = Math.round((performance.now() - began) / 1000)
    yield* Effect.logInfo(`${what}: over after ${seconds} s, ${outage.count} times`)
  })

  const note: Service["note"] = (what, reason) =>
    Effect.suspend(() => {
      const outage = open.get(what)
      if (outage !== undefined) {
        outage.count += 1
        return Effect.void
      }
      const begun = { count: 1 }
      open.set(what, begun)
      return Effect.andThen(
        Effect.logWarning(`${what}: ${reason}`),
        Effect.forkIn(follow(what, begun), scope)
      )
    })

  return { note } satisfies Service
})

const lineOf = (error: unknown): string => {
  const { cause, message } = error as { readonly cause?: unknown; readonly message?: unknown }
  const root = cause instanceof Error ? `: ${cause.message}` : ""
  return `${String(message ?? error)}${root}`.replaceAll(/\s*\n\s*/gu, "; ").slice(0, 500)
}

/** Describes a transient failure in one line; undefined for a bug. */
const transientReason = (error: unknown): string | undefined => {
  // The delivery queue wraps the failure in its own.
  const away = [error, (error as { readonly cause?: unknown } | undefined)?.cause].find(Sql.isUnavailable)
  if (away !== undefined) {
    return `the database is unavailable (${Sql.reasonOf(away as SqlError.SqlError)})`
  }
  if (error instanceof FilesAway) return lineOf(error)
  return ResourceShortage.codeOf(error) === undefined
    ? undefined
    : `this machine is short of resources (${lineOf(error)})`
}

/** The reason of a transient failure. */
const reasonIn = (cause: Cause.Cause<unknown>): string | undefined =>
  cause.reasons
    .map((reason) =>
      reason._tag === "Interrupt"
        ? undefined
        : transientReason(reason._tag === "Die" ? reason.defect : reason.error)
    )
    .find((reason) => reason !== undefined)

/** Without this service every failure is logged. */
export class Outages extends Context.Reference<Service>("pipeline/layers/Outages", {
  defaultValue: () => ({ note: (what, reason) => Effect.logWarning(`${what}: ${reason}`) })
}) {
  static readonly reasonIn = reasonIn
  /** Logs a transient failure as part of its outage, and a bug in full. */
  static readonly report = (what: string, cause: Cause.Cause<unknown>) =>
    Effect.flatMap(Outages, ({ note }) => {
      const reason = reasonIn(cause)
      return reason === undefined ? Effect.logError(what, cause) : note(what, reason)
    })
  static readonly layer = Layer.effect(Outages, make)
}

/** What is measured of a call: how long it took and whether it failed, by operation and surface. */
import { Cause, Clock, Context, Effect, Exit, Tracer } from "effect"
import * as Exemplars from "../../layers/platform/metrics/Exemplars.ts"
import * as Series from "../../layers/platform/metrics/Series.ts"
import type { Surface } from "../../schema/Audit.ts"
import { type Envelope, isFailure } from "../../schema/Fault.ts"
import { faultIn } from "./AuditEntries.ts"
import * as Sql from "../../layers/platform/database/Sql.ts"

/** In seconds. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const name = "operation_duration_seconds"

const durations = Series.histogram(
  name,
  "Seconds that a call of an operation took, by operation and surface",
  boundaries
)

const errors = Series.counter(
  "operation_errors_total",
  "Calls of operations that failed, by operation, surface, type and code of the error"
)

interface Answer {
  readonly status: number
  readonly encoded: { readonly value: unknown }
}

/** Type and code of the error a call ended with; undefined of a success, and of a call that its caller broke off. */
const failureOf = (exit: Exit.Exit<Answer, unknown>): { type: string; code: string } | undefined => {
  if (Exit.isSuccess(exit)) {
    if (!isFailure(exit.value.status)) return undefined
    const { code, type } = (exit.value.encoded.value as Envelope).error
    return { type, code }
  }
  const fault = faultIn(exit.cause)
  if (fault !== undefined) return { type: fault._tag, code: fault.code }
  if (Cause.hasInterruptsOnly(exit.cause)) return undefined
  const isAway = exit.cause.reasons.some((one) => one._tag === "Die" && Sql.isUnavailable(one.defect))
  return { type: "api_error", code: isAway ? "unavailable" : "internal_error" }
}

const made = (operation: string, surface: Surface) => {
  const attributes = { operation, surface }
  return { duration: durations(attributes), exemplify: Exemplars.of(name, attributes, boundaries) }
}

/** Measures calls of one operation; its series are made when a surface first calls it. */
export const of = (operation: string) => {
  const bySurface = new Map<Surface, ReturnType<typeof made>>()
  const seriesOf = (surface: Surface) => {
    const known = bySurface.get(surface) ?? made(operation, surface)
    bySurface.set(surface, known)
    return known
  }
  return <A extends Answer, E, R>(surface: Surface, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const began = clock.currentTimeNanosUnsafe()
      return Effect.onExitPrimitive(call, (exit) => {
        const { duration, exemplify } = seriesOf(surface)
        const seconds = Number(clock.currentTimeNanosUnsafe() - began) / 1e9
        duration.updateUnsafe(seconds, fiber.context)
        const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
        if (span !== undefined) exemplify(seconds, span, clock.currentTimeMillisUnsafe() / 1e3)
        const failed = failureOf(exit)
        if (failed !== undefined) errors({ operation, surface, ...failed }).updateUnsafe(1, fiber.context)
        return undefined
      })
    })
}

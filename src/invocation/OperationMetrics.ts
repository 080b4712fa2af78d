/** Measures the duration and errors of calls, by operation and surface. */
import { Clock, Context, Effect, Exit, Tracer } from "effect"
import * as Exemplars from "../../layers/metrics/Exemplars.ts"
import * as Series from "../../layers/metrics/Series.ts"
import type { Surface } from "../../schema/Audit.ts"
import { type Envelope, isFailure } from "../../schema/Fault.ts"
import { errorIn } from "./AuditEntries.ts"
import type { Answer, Step } from "./Invocation.ts"

/** Bucket boundaries in seconds. */
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

/** Undefined for a success, and for a call that its caller aborted. */
const failureOf = (exit: Exit.Exit<Answer, unknown>): { type: string; code: string } | undefined => {
  if (Exit.isSuccess(exit)) {
    return isFailure(exit.value.status) ? (exit.value.encoded.value as Envelope).error : undefined
  }
  const error = errorIn(exit.cause)
  return error && { type: error._tag, code: error.code }
}

const seriesOf = (operation: string, surface: Surface) => {
  const attributes = { operation, surface }
  return { duration: durations(attributes), exemplify: Exemplars.of(name, attributes, boundaries) }
}

export const measure: Step = ({ id: operation }, next) => {
  /** Created on the first call from a surface. */
  const bySurface = new Map<Surface, ReturnType<typeof seriesOf>>()
  return (invocation, input) =>
    Effect.withFiber((fiber) => {
      const { surface } = invocation.call
      const clock = fiber.getRef(Clock.Clock)
      const began = clock.currentTimeNanosUnsafe()
      return Effect.onExitPrimitive(next(invocation, input), (exit) => {
        const series = bySurface.get(surface) ?? seriesOf(operation, surface)
        bySurface.set(surface, series)
        const seconds = Number(clock.currentTimeNanosUnsafe() - began) / 1e9
        series.duration.updateUnsafe(seconds, fiber.context)
        const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
        if (span !== undefined) series.exemplify(seconds, span, clock.currentTimeMillisUnsafe() / 1e3)
        const failure = failureOf(exit)
        if (failure !== undefined) {
          const { code, type } = failure
          errors({ operation, surface, type, code }).updateUnsafe(1, fiber.context)
        }
        return undefined
      })
    })
}

/**
 * Begins transactions with few services. What acquires a connection and what gives it back merges the services it began with
 * into those it ends with, and so does what runs the transaction: with all that a request has, each copies some two hundred.
 */
import { Clock, Context, Effect, References, Scheduler, Tracer } from "effect"
import { SqlClient } from "effect/sql"

/** What a transaction itself goes by: time, turns on the processor, spans and logs. */
const needed: ReadonlyArray<Context.Key<any, any>> = [
  Clock.Clock,
  Scheduler.Scheduler,
  Scheduler.MaxOpsBeforeYield,
  Scheduler.PreventSchedulerYield,
  Tracer.Tracer,
  Tracer.ParentSpan,
  Tracer.CurrentTraceLevel,
  Tracer.MinimumTraceLevel,
  References.TracerEnabled,
  References.TracerTimingEnabled,
  References.TracerSpanAnnotations,
  References.CurrentStackFrame,
  References.CurrentLoggers,
  References.CurrentLogAnnotations,
  References.CurrentLogSpans,
  References.MinimumLogLevel,
  References.UnhandledLogLevel,
  SqlClient.BeginTransaction
]

export const fewOf = (services: Context.Context<never>): Context.Context<never> => {
  const few = new Map<string, unknown>()
  for (const key of needed) {
    const value = Context.getOrUndefined(services, key)
    if (value !== undefined) few.set(key.key, value)
  }
  return Context.makeUnsafe(few, { maxDepth: 64 })
}

/** `services`, and what the transaction added to `few`. */
const withAdded = (
  services: Context.Context<never>,
  few: Context.Context<never>,
  inside: Context.Context<never>
) => {
  let all = services
  for (const [key, value] of inside.mapUnsafe) {
    if (few.mapUnsafe.get(key) !== value) all = Context.addUnsafe(all, key, value as never)
  }
  return all
}

/** Runs what `begin` makes a transaction of `effect`; a savepoint needs the services of the transaction around it. */
export const slim =
  (
    transaction: Context.Key<any, any>,
    begin: SqlClient.SqlClient["withTransaction"]
  ): SqlClient.SqlClient["withTransaction"] =>
  (effect) =>
    Effect.withFiber((fiber) => {
      const services = fiber.context
      if (Context.getOrUndefined(services, transaction) !== undefined) return begin(effect)
      const few = fewOf(services)
      const inside = Effect.updateContext(effect, (added) => withAdded(services, few, added) as never)
      return Effect.updateContext(begin(inside as typeof effect), () => few as never)
    })

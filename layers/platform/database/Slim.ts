/** Connects with few services: what acquires a connection merges services, and with all that a request has, copies some two hundred. */
import { Clock, Context, References, Scheduler, Tracer } from "effect"

/** Time, turns on the processor, spans and logs. */
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
  References.UnhandledLogLevel
]

export const fewOf = (services: Context.Context<never>): Context.Context<never> => {
  const few = new Map<string, unknown>()
  for (const key of needed) {
    const value = Context.getOrUndefined(services, key)
    if (value !== undefined) few.set(key.key, value)
  }
  return Context.makeUnsafe(few, { maxDepth: 64 })
}

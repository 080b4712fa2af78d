/**
 * W3C trace context (https://www.w3.org/TR/trace-context/), propagated from the caller to the webhooks that a request triggers. Without an
 * exporter the caller's context is passed on unchanged.
 */
import { Context, Effect, Tracer } from "effect"

/** The trace context of a caller. */
export interface Given {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
  /** The `tracestate` of other tracing systems, unparsed. */
  readonly state: string | undefined
}

/** The caller's trace context, if it was valid. */
const Incoming = Context.Reference<Given | undefined>("pipeline/layers/TraceContext", {
  defaultValue: () => undefined
})

/** Unknown versions may have more after the flags. Version `ff` and IDs of zeros are invalid. */
const traceparent =
  /^(?:00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})|(?!00|ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-[!-~]{0,400})?)$/u

/** Limits in characters and members. The specification requires passing on at least as much. */
const maxStateLength = 512
const maxMembers = 32

const member =
  /^(?:[a-z][\w*/-]{0,255}|[a-z\d][\w*/-]{0,240}@[a-z][\w*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/u

const stateIn = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > maxStateLength) return undefined
  const members = text.split(",").map((one) => one.trim())
  const filled = members.filter((one) => one !== "")
  return filled.length > 0 && filled.length <= maxMembers && filled.every((one) => member.test(one))
    ? filled.join(",")
    : undefined
}

/** Parses the two headers; undefined unless `traceparent` is valid. Only an invalid `tracestate` is dropped. */
export const read = (parent: string | undefined, state: string | undefined): Given | undefined => {
  const match = parent === undefined || parent.length > maxStateLength ? null : traceparent.exec(parent)
  if (match === null) return undefined
  const [, a, b, c, d, e, f] = match
  const [traceId, spanId, flags] = [(a ?? d)!, (b ?? e)!, (c ?? f)!]
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, state: stateIn(state) }
}

const parentOf = ({ sampled, spanId, traceId }: Pick<Given, "traceId" | "spanId" | "sampled">) =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/** Both headers as one text, stored with the data that a request causes. */
const textOf = (context: Given): string =>
  context.state === undefined ? parentOf(context) : `${parentOf(context)} ${context.state}`

const fromText = (text: string): Given | undefined => {
  const space = text.indexOf(" ")
  return space < 0 ? read(text, undefined) : read(text.slice(0, space), text.slice(space + 1))
}

/** The context to propagate: that of the current span, or the caller's if tracing is off. */
const currentContext = Effect.withFiber<Given | undefined>((fiber) => {
  const context = fiber.getRef(Incoming)
  const span = fiber.cache.tracerEnabled
    ? Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
    : undefined
  if (span === undefined) return Effect.succeed(context)
  const { sampled, spanId, traceId } = span
  const state = context?.traceId === traceId ? context.state : undefined
  return Effect.succeed({ traceId: traceId.padStart(32, "0"), spanId, sampled, state })
})

/** The context as text to be stored; null if there is none. */
export const kept: Effect.Effect<string | null> = Effect.map(currentContext, (context) =>
  context === undefined ? null : textOf(context)
)

/** Trace headers for requests to other servers. */
const headers = Effect.map(currentContext, (context): Readonly<Record<string, string>> => {
  if (context === undefined) return {}
  const { state } = context
  return { traceparent: parentOf(context), ...(state === undefined ? {} : { tracestate: state }) }
})

/** Runs `effect` as part of a trace that started elsewhere. */
const within = <A, E, R>(
  context: Given | undefined,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  context === undefined
    ? effect
    : effect.pipe(
        Effect.provideService(Incoming, context),
        Effect.provideService(Tracer.ParentSpan, Tracer.externalSpan(context))
      )

interface Span extends Pick<Tracer.SpanOptions, "kind" | "attributes"> {
  readonly name: string
}

/** Runs `effect` in its own span that continues the given context; in none if tracing is off. */
export const continuing = <A, E, R>(
  context: Given | undefined,
  { name, ...options }: Span,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    fiber.cache.tracerEnabled
      ? within(
          context,
          Effect.withSpan(effect, name, context === undefined ? { ...options, root: true } : options)
        )
      : within(context, effect)
  )

/** Runs a request to another server with the trace headers of a stored context. */
export const outgoing = <A, E, R>(
  text: string | null,
  span: Span,
  request: (headers: Readonly<Record<string, string>>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const context = text === null ? undefined : fromText(text)
  return continuing(context, span, Effect.flatMap(headers, request))
}

/** The current trace ID, for logs. */
export const traceId: Effect.Effect<string | undefined> = Effect.map(
  currentContext,
  (context) => context?.traceId
)

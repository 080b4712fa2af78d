/** Reads a body directly from Node's events, because a generic stream reader takes a third of a read's time. */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"

/** The reasons why a body was not read completely. */
export type Flaw = "too large" | "cut short"

const drained = () => undefined

/** Whether a body follows the headers (RFC 9112, section 6.3). */
export const hasBody = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** The message to read from; undefined if the client waits for a 100 response, or if the body was read before. */
export const sourceOf = ({
  headers,
  source
}: Pick<HttpServerRequest.HttpServerRequest, "headers" | "source">) =>
  source instanceof IncomingMessage && headers["expect"] === undefined && !source.readableEnded
    ? source
    : undefined

/** Fails with `errorOf(flaw)`. Bytes over `max` are discarded rather than cut off, so that the sender can read the response. */
export const bytes = <E>(
  source: IncomingMessage,
  max: number,
  errorOf: (flaw: Flaw) => E
): Effect.Effect<Uint8Array<ArrayBuffer>, E> =>
  Effect.callback((resume) => {
    // A destroyed message emits no more events.
    if (source.destroyed) return resume(Effect.fail(errorOf("cut short")))
    const chunks: Array<Buffer<ArrayBuffer>> = []
    let length = 0
    const leave = () => {
      source.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost)
    }
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= max) return
      leave()
      source.on("error", drained).resume()
      resume(Effect.fail(errorOf("too large")))
    }
    const onEnd = () => {
      leave()
      resume(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)))
    }
    const onLost = () => {
      leave()
      resume(Effect.fail(errorOf("cut short")))
    }
    source.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost)
    return Effect.sync(() => {
      leave()
      source.on("error", drained).destroy()
    })
  })

/** Decides whether a call is retried, and after which delay. */
import type { PipelineError } from "./PipelineError.ts"

const base = 250
const maxDelay = 8_000

/** Temporary errors of a service or proxy. */
const temporaryStatuses = [429, 502, 503, 504]

/** Whether the same call may succeed later. All calls are safe to repeat: reads, and writes with their key. */
const mayPass = ({ code, status }: PipelineError): boolean =>
  code === "unreachable" ||
  code === "timed_out" ||
  code === "idempotency_in_progress" ||
  (status !== undefined && temporaryStatuses.includes(status))

/** Milliseconds until the next attempt; undefined if there is none. `random` is from 0 to 1. */
export const waitOf = (error: PipelineError, attempt: number, random: number): number | undefined => {
  if (!mayPass(error)) return undefined
  const step = Math.min(maxDelay, base * 2 ** attempt)
  // The jitter keeps all callers from returning at once after Retry-After.
  if (error.retryAfter !== undefined) return error.retryAfter * 1_000 + random * base
  return step / 2 + (random * step) / 2
}

/** Waits, or rejects with the signal's reason. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => (clearTimeout(timer), reject(signal?.reason))
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), resolve()), milliseconds)
    signal?.addEventListener("abort", stop, { once: true })
  })

/**
 * A load at a fixed rate: each request is due at a time of its own, whatever became of the others, and its latency counts
 * from then on, so that a slow answer can't hide the wait of those behind it.
 */
import { Agent, request } from "node:http"
import type { Request } from "../Drive.ts"

export interface Outcome {
  /** Milliseconds of each answered request. */
  readonly latencies: Array<number>
  /** Requests by the status of their answer; 0: none. */
  readonly statuses: Map<number, number>
}

export const empty = (): Outcome => ({ latencies: [], statuses: new Map() })

const send = (url: string, agent: Agent, { body, headers, method, path }: Request) =>
  new Promise<number>((done) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(
      new URL(path, url),
      {
        agent,
        method,
        headers: {
          ...headers,
          ...(text === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
        }
      },
      (answer) => {
        answer.resume()
        answer.once("end", () => done(answer.statusCode ?? 0))
        answer.once("error", () => done(0))
      }
    )
    sent.once("error", () => done(0))
    sent.end(text)
  })

const timed = async (outcome: Outcome, due: number, answer: Promise<number>) => {
  const status = await answer
  outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
  outcome.latencies.push(performance.now() - due)
}

const until = (moment: number) =>
  new Promise((done) => setTimeout(done, Math.max(0, moment - performance.now())))

/** Sends `perSecond` requests, evenly but for a random part of each one's interval, until `end`. */
export const open = async (
  url: string,
  next: () => Request,
  { end, perSecond }: { readonly perSecond: number; readonly end: number },
  outcome: Outcome
) => {
  const agent = new Agent({ keepAlive: true })
  const interval = 1000 / perSecond
  const begun = performance.now()
  const all: Array<Promise<void>> = []
  for (let index = 0; ; index += 1) {
    const due = begun + (index + Math.random()) * interval
    if (due >= end) break
    await until(due)
    all.push(timed(outcome, due, send(url, agent, next())))
  }
  await Promise.all(all)
  agent.destroy()
}

/** Callers that each send the next request as soon as the last is answered, until `end`. */
export const closed = async (
  url: string,
  next: () => Request,
  { callers, end }: { readonly callers: number; readonly end: number },
  outcome: Outcome
) => {
  const agent = new Agent({ keepAlive: true })
  const one = async () => {
    while (performance.now() < end) {
      await timed(outcome, performance.now(), send(url, agent, next()))
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  agent.destroy()
}

export const quantile = (latencies: ReadonlyArray<number>, share: number) => {
  const sorted = Float64Array.from(latencies).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Checks the answers to clients: no false 404, one answer for each key, and Retry-After with each 503. */
import { Agent } from "node:http"
import { noAnswer } from "../Balancer.ts"
import { send } from "../../rig/Http.ts"
import { acknowledgement, isDone } from "../Ledger.ts"
import type { Check } from "./Check.ts"

const some = (lines: ReadonlyArray<string>) =>
  lines.slice(0, 3).map((line) => `${line} (one of ${lines.length})`)

/** The number of keys to send again. */
const sample = 60

export const checks: ReadonlyArray<Check> = [
  {
    name: "no false 404",
    run: async ({ ledger }) =>
      some(
        ledger.ops.flatMap(({ method, path, tries }) =>
          tries.some(({ status }) => status === 404)
            ? [`${method} ${path} was told 404 of what is there`]
            : []
        )
      )
  },
  {
    name: "no other refusal",
    run: async ({ ledger }) =>
      some(
        ledger.ops.flatMap(({ kind, method, path, tries }) =>
          tries
            .filter(
              ({ status = 0, text }) =>
                status >= 400 && status < 500 && status !== 404 && !text.includes("idempotency_in_progress")
            )
            .filter(
              ({ status, text }) =>
                kind !== "capped" || status !== 403 || !text.includes("plan_limit_exceeded")
            )
            // Other clients may have deleted the stage meanwhile.
            .filter(({ text }) => kind !== "stages" && (kind !== "move" || !text.includes("invalid_stage")))
            .map(({ status, text }) => `${method} ${path}: ${status} ${text.slice(0, 120)}`)
        )
      )
  },
  {
    name: "a 503 says when to come back",
    run: async ({ ledger }) =>
      some(
        ledger.tries
          .filter(
            ({ retryAfter, status, text }) =>
              status === 503 && (retryAfter === undefined || !text.includes('"unavailable"'))
          )
          .map(({ text }) => `a 503 without Retry-After or in another shape: ${text.slice(0, 120)}`)
      )
  },
  {
    name: "no failure but 503",
    run: async ({ ledger }) =>
      some(
        ledger.ops.flatMap(({ method, path, tries }) =>
          tries
            .filter(({ status = 0, text }) => status >= 500 && status !== 503 && text !== noAnswer)
            .map(({ status, text }) => `${method} ${path}: ${status} ${text.slice(0, 120)}`)
        )
      )
  },
  {
    name: "one answer a key, byte for byte",
    run: async (trial) => {
      const service = trial.services.find((one) => !one.isOver)
      if (service === undefined) return []
      const keyed = trial.ledger.ops.filter((op) => op.key !== undefined && acknowledgement(op) !== undefined)
      const retried = keyed.filter(({ tries }) => tries.length > 1)
      const others = Array.from({ length: Math.min(sample, keyed.length) }, () => trial.random.pick(keyed))
      const agent = new Agent({ keepAlive: true, maxSockets: 4 })
      const flaws = await Promise.all(
        [...retried.slice(0, sample), ...others].map(async (op) => {
          const again = await send(agent, { ...op, url: `${service.url}${op.path}` })
          const first = acknowledgement(op)!
          const isSame =
            isDone(again) && again.status === first.status && again.text === first.text && again.isReplay
          return isSame
            ? []
            : [`${op.method} ${op.path} with its key again: ${again.status} ${again.text.slice(0, 100)}`]
        })
      )
      agent.destroy()
      return some(flaws.flat())
    }
  },
  {
    name: "every keyed write settled",
    run: async ({ ledger }) =>
      some(
        ledger.ops
          .filter(
            ({ key, tries }) => key !== undefined && tries.length > 1 && (tries.at(-1)!.status ?? 500) >= 500
          )
          .map(
            ({ method, path, tries }) =>
              `${method} ${path} was still refused after ${tries.length} tries: ${tries.at(-1)!.status}`
          )
      )
  }
]

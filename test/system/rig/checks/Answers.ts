/** What clients and the receiver must have been told: no false 404, one answer for each key, every event. */
import { Agent } from "node:http"
import { noAnswer } from "../Balancer.ts"
import { type Answered, send } from "../Http.ts"
import { acknowledgement, isDone, type Op } from "../Ledger.ts"
import type { Checks, Trial } from "../Trial.ts"

/** The number of keys to send again. */
const sample = 60

/** A filled workspace's list is not read to its end. */
const pages = 200

/** No answer is like this. */
const no =
  (isWrong: (answer: Answered, op: Op) => boolean) =>
  async ({ ledger }: Trial) =>
    ledger.ops.flatMap((op) =>
      op.tries
        .filter((answer) => isWrong(answer, op))
        .map(({ status, text }) => `${op.method} ${op.path}: ${status} ${text.slice(0, 120)}`)
    )

/** Answers between 400 and 499 that the load must expect: a full plan, and stages that other clients have deleted meanwhile. */
const isExpected = ({ status, text }: Answered, { kind }: Op) =>
  status === 404 ||
  text.includes("idempotency_in_progress") ||
  (kind === "capped" && status === 403 && text.includes("plan_limit_exceeded")) ||
  kind === "stages" ||
  (kind === "move" && text.includes("invalid_stage"))

export const checks: Checks = {
  "no false 404": no(({ status }) => status === 404),
  "no other refusal": no((answer, op) => {
    const { status = 0 } = answer
    return status >= 400 && status < 500 && !isExpected(answer, op)
  }),
  "a 503 says when to come back": no(
    ({ retryAfter, status, text }) =>
      status === 503 && (retryAfter === undefined || !text.includes('"unavailable"'))
  ),
  "no failure but 503": no(({ status = 0, text }) => status >= 500 && status !== 503 && text !== noAnswer),
  "one answer a key, byte for byte": async (trial) => {
    const service = trial.running
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
    return flaws.flat()
  },
  "every keyed write settled": async ({ ledger }) =>
    ledger.ops
      .filter(
        ({ key, tries }) => key !== undefined && tries.length > 1 && (tries.at(-1)!.status ?? 500) >= 500
      )
      .map(
        ({ method, path, tries }) =>
          `${method} ${path} was still refused after ${tries.length} tries: ${tries.at(-1)!.status}`
      ),
  "the receiver has had every event": async (trial) => {
    const { subscription } = trial
    if (subscription === undefined) return []
    const rows = await trial.query("SELECT id, body, status FROM deliveries WHERE webhook_id = $1", [
      subscription.id
    ])
    const got = trial.site.receiver.got.get(subscription.path)!
    const known = new Set(rows.map(({ id }) => id))
    const again = [...got.values()].filter(({ times }) => times > 1).length
    if (again > 0) trial.note(`${again} of ${rows.length} events came more than once`)
    return [
      ...rows.flatMap(({ body, id, status }) => {
        const one = got.get(id)
        if (one === undefined) return [`an event never came (${status})`]
        return one.isSound && one.body === body ? [] : ["an event came with a wrong signature or other bytes"]
      }),
      ...[...got.keys()].filter((id) => !known.has(id)).map((id) => `an event came that is nowhere: ${id}`)
    ]
  },
  "a list has each deal once": async (trial) => {
    const service = trial.running
    if (service === undefined) return []
    const listed: Array<string> = []
    let cursor = ""
    for (let page = 0; page < pages; page++) {
      const path = `/v1/deals?status=all&limit=100${cursor}`
      const { data, hasMore, nextCursor } = await trial.call("GET", path, undefined, service.url)
      listed.push(...data.map(({ id }: { id: string }) => id))
      if (!hasMore) break
      cursor = `&cursor=${nextCursor}`
    }
    const [{ there }] = (await trial.query(
      "SELECT count(*)::int AS there FROM deals WHERE workspace_id = $1 AND deleted_at IS NULL",
      [trial.places.main.workspaceId]
    )) as [any]
    const different = new Set(listed).size
    const isWhole = listed.length === Math.min(there, pages * 100) && different === listed.length
    return isWhole
      ? []
      : [`the list has ${listed.length} deals, ${different} of them different, where there are ${there}`]
  }
}

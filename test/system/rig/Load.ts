/**
 * Sends a fixed number of requests a second, whether or not earlier requests were answered: that is how services fill
 * up. A keyed request without a final answer is sent again with its key; a request without a key is sent once.
 */
import { Agent } from "node:http"
import { send } from "./Http.ts"
import { isDone, isUnsettled, type Op } from "./Ledger.ts"
import type { Mix } from "./Mix.ts"
import type { Random } from "./Random.ts"
import { sleep, until } from "./Wait.ts"

/** At most this many requests wait for a retry; meanwhile new requests only read. */
const maxWaiting = 40
const maxOpen = 1_000

export class Load {
  readonly mix: Mix
  private readonly agent = new Agent({ keepAlive: true })
  private readonly urlOf: () => string
  private readonly random: Random
  private readonly running = new Set<Promise<void>>()
  private waiting = 0
  private isOn = true
  private deadline = Infinity

  constructor(mix: Mix, urlOf: () => string, random: Random) {
    this.mix = mix
    this.urlOf = urlOf
    this.random = random
  }

  /** Sends it until it has a final answer, or the time is up. */
  async perform(op: Op): Promise<void> {
    const isRepeatable = op.key !== undefined || op.method === "GET"
    for (let round = 0; round < 300; round++) {
      const answer = await send(this.agent, { ...op, url: `${this.urlOf()}${op.path}` })
      op.tries.push(answer)
      if (isDone(answer) && (op.kind === "create" || op.kind === "bare"))
        this.mix.learn(JSON.parse(answer.text).id)
      const isEnough = op.method === "GET" && round === 0
      if (!isUnsettled(answer) || !isRepeatable || isEnough || performance.now() > this.deadline) return
      this.waiting++
      await sleep((answer.retryAfter ?? 0.3) * this.random.between(0.8, 1.3))
      this.waiting--
    }
  }

  private track(op: Op): void {
    const done = this.perform(op).finally(() => this.running.delete(done))
    this.running.add(done)
  }

  /** Sends `rate` requests a second until `stop`. */
  async run(rate: number): Promise<void> {
    const began = performance.now()
    for (let sent = 0; this.isOn;) {
      const due = Math.floor(((performance.now() - began) / 1000) * rate)
      for (; sent < due; sent++) {
        if (this.running.size >= maxOpen) continue
        this.track(this.waiting < maxWaiting ? this.mix.write() : this.mix.read())
      }
      await sleep(0.01)
    }
  }

  /** Removes the time limit of `perform`, after `stop`. */
  resume(): void {
    this.deadline = Infinity
  }

  /** Sends no new requests; open requests have `seconds` to finish. */
  async stop(seconds: number): Promise<void> {
    this.isOn = false
    this.deadline = performance.now() + seconds * 1000
    await until(seconds + 50, () => (this.running.size === 0 ? true : undefined))
    this.agent.destroy()
  }
}

/** Sliding windows by their definition, slow and simple: keeps every accepted request of each bucket. */
import type { LimitBucket, Verdict } from "../../../layers/rateLimits/RateLimiter.ts"

const span = 60_000

export class NaiveWindows {
  private readonly passed = new Map<string, Array<number>>()

  take(now: number, buckets: ReadonlyArray<LimitBucket>): Verdict {
    const within = (key: string) => (this.passed.get(key) ?? []).filter((at) => at > now - span)
    const full = buckets.findIndex(({ key, limit }) => within(key).length >= limit)
    if (full < 0) for (const { key } of buckets) this.passed.set(key, [...within(key), now])
    return {
      refused: full < 0 ? undefined : full,
      states: buckets.map(({ key, limit }) => {
        const times = within(key)
        const reset = times.length === 0 ? 0 : Math.ceil((times[0]! + span - now) / 1000)
        return { limit, remaining: Math.max(0, limit - times.length), reset }
      })
    }
  }
}

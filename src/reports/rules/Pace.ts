import type { Pace } from "../../../schema/ReportParts.ts"
import type { Month } from "./Period.ts"

/** Compares `current` with goal × day / days: ahead from 110%, behind below 90%. Null without a goal or with a goal of 0. */
export const of = (current: bigint, goal: number | null, { day, days }: Month): Pace | null => {
  if (goal === null || goal === 0) return null
  const reached = current * BigInt(days) * 100n
  const expected = BigInt(goal) * BigInt(day)
  if (reached >= expected * 110n) return "ahead"
  return reached < expected * 90n ? "behind" : "on-track"
}

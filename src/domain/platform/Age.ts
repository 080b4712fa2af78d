/** How long ago something was, in short: `5 min`. */

const minute = 60_000

const steps = [
  { unit: "min", lasts: minute },
  { unit: "h", lasts: 60 * minute },
  { unit: "d", lasts: 24 * 60 * minute }
] as const

/** `now`, `5 min`, `3 h`, `12 d`; a time in the future, from a clock that is a little off, is `now`. */
export const of = (then: string, now: string): string => {
  const passed = Date.parse(now) - Date.parse(then)
  const step = steps.findLast(({ lasts }) => passed >= lasts)
  return step === undefined ? "now" : `${Math.floor(passed / step.lasts)} ${step.unit}`
}

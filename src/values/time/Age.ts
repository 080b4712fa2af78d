/** How long ago something was, in the unit that matters. */

export interface Age {
  readonly count: number
  /** Undefined: less than a minute. */
  readonly unit: (typeof steps)[number]["unit"] | undefined
}

const minute = 60_000

const steps = [
  { unit: "min", lasts: minute },
  { unit: "h", lasts: 60 * minute },
  { unit: "d", lasts: 24 * 60 * minute }
] as const

/** A time in the future, from a clock that is a little off, is now. */
export const of = (then: string, now: string): Age => {
  const passed = Date.parse(now) - Date.parse(then)
  const step = steps.findLast(({ lasts }) => passed >= lasts)
  return { count: step === undefined ? 0 : Math.floor(passed / step.lasts), unit: step?.unit }
}

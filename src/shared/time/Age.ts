/** The age of something in its largest unit. */

export interface Age {
  readonly count: number
  /** Undefined for less than a minute. */
  readonly unit: (typeof steps)[number]["unit"] | undefined
}

const minute = 60_000

const steps = [
  { unit: "min", lasts: minute },
  { unit: "h", lasts: 60 * minute },
  { unit: "d", lasts: 24 * 60 * minute }
] as const

/** A future time, from a clock that is slightly off, counts as now. */
export const of = (then: string, now: string): Age => {
  const passed = Date.parse(now) - Date.parse(then)
  const step = steps.findLast(({ lasts }) => passed >= lasts)
  return { count: step === undefined ? 0 : Math.floor(passed / step.lasts), unit: step?.unit }
}

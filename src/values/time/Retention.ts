/** How often backups are made, and which are kept. */

/** A backup as the rule sees it. */
interface Kept {
  readonly name: string
  /** When it was begun, in ISO 8601. */
  readonly at: string
  readonly isVerified: boolean
  /** It can't be restored. */
  readonly isDamaged: boolean
}

export const span = /^[1-9]\d{0,4}[mhd]$/u

/** How many, or how many days. */
export const keep = /^[1-9]\d{0,4}d?$/u

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The milliseconds of a span. */
export const millisOf = (text: string): number => Number.parseInt(text, 10) * (units[text.at(-1) ?? ""] ?? 0)

const newestFirst = (a: Kept, b: Kept) => (a.at < b.at ? 1 : -1)

/**
 * Those that `rule` no longer keeps. The newest is always kept, and so is the newest that was verified: nobody has
 * seen yet that a newer one can be restored. Damaged ones take nobody's place, and go once all that is kept is newer.
 */
export const surplus = (all: ReadonlyArray<Kept>, rule: string, now: string): ReadonlyArray<Kept> => {
  const sorted = all.toSorted(newestFirst)
  const count = Number.parseInt(rule, 10)
  const oldest = new Date(Date.parse(now) - millisOf(rule)).toISOString()
  const good = sorted.filter(({ isDamaged }) => !isDamaged)
  const verified = good.find(({ isVerified }) => isVerified)
  const gone = good.filter(
    (one, place) => place > 0 && one !== verified && (rule.endsWith("d") ? one.at < oldest : place >= count)
  )
  const last = good.findLast((one) => !gone.includes(one))
  return sorted.filter((one) => (one.isDamaged ? last !== undefined && one.at < last.at : gone.includes(one)))
}

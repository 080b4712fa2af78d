/** The schedule of backups, and which are kept. */

/** A backup with the properties that decide whether it is kept. */
interface Backup {
  readonly name: string
  /** The time at which it started, in ISO 8601. */
  readonly at: string
  readonly isVerified: boolean
  /** Whether it can't be restored. */
  readonly isDamaged: boolean
}

export const span = /^[1-9]\d{0,4}[mhd]$/u

/** A number of backups, or of days. */
export const keep = /^[1-9]\d{0,4}d?$/u

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a span to milliseconds. */
export const millisOf = (text: string): number => Number.parseInt(text, 10) * (units[text.at(-1) ?? ""] ?? 0)

const newestFirst = (a: Backup, b: Backup) => (a.at < b.at ? 1 : -1)

/**
 * The backups that `rule` doesn't keep. The newest backup and the newest verified one are always kept, because a newer one may not be
 * restorable. Damaged backups don't count, and are dropped once they are older than all that are kept.
 */
export const surplus = (all: ReadonlyArray<Backup>, rule: string, now: string): ReadonlyArray<Backup> => {
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

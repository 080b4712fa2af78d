/** Checks a write's changes against its credential's limits. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { Rules } from "../../../schema/Rules.ts"

/** Activity entries and lead history count with their records. */
const isRecord = ({ resource }: AuditChange) => resource !== "note" && resource !== "lead_history"

const recordsIn = (changes: ReadonlyArray<AuditChange>): number =>
  new Set(
    changes.filter(isRecord).flatMap(({ id, ids = [id], resource }) => ids.map((one) => `${resource} ${one}`))
  ).size

const isOfAmount = ({ after, before, resource }: AuditChange): boolean =>
  resource === "deal" && before !== null && after !== null && "amountCents" in after

/** The ids of deals whose amounts change. */
export const withAmounts = (changes: ReadonlyArray<AuditChange>): ReadonlyArray<string> => [
  ...new Set(changes.filter(isOfAmount).map(({ id }) => id))
]

/** Setting a first amount counts as infinitely many percent, and removing an amount as 100. */
const percentOf = ({ after, before }: AuditChange): number => {
  const [from, to] = [Number(before?.["amountCents"] ?? 0), Number(after?.["amountCents"] ?? 0)]
  return from === 0 ? Number.POSITIVE_INFINITY : (Math.abs(to - from) / Math.abs(from)) * 100
}

/** Allows for rounding errors when percentages are added. */
const tolerance = 1e-6

/** Describes the limit that the changes exceed; undefined if none. `earlier` is the deal's sum of percentages so far. */
export const exceeded = (
  { amountChangePercent, records }: Rules,
  changes: ReadonlyArray<AuditChange>,
  earlier: ReadonlyMap<string, number>
): string | undefined => {
  const count = records === null ? 0 : recordsIn(changes)
  if (records !== null && count > records) {
    return `It changes ${count} records; this credential may change ${records} at once by itself.`
  }
  if (amountChangePercent === null) return undefined
  const isBeyond = (one: AuditChange) =>
    percentOf(one) + (earlier.get(one.id) ?? 0) > amountChangePercent + tolerance
  return changes.filter(isOfAmount).some(isBeyond)
    ? `It sets a first amount, or changes one by more than the ${amountChangePercent} % within 24 hours that this credential may by itself.`
    : undefined
}

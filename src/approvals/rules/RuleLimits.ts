/** Whether a write goes beyond a limit of its credential, by what it changed. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { Rules } from "../../../schema/Rules.ts"

/** Entries of activity and of histories go with the records that they tell of. */
const isRecord = ({ resource }: AuditChange) => resource !== "note" && resource !== "lead_history"

const recordsIn = (changes: ReadonlyArray<AuditChange>): number =>
  new Set(
    changes.filter(isRecord).flatMap(({ id, ids = [id], resource }) => ids.map((one) => `${resource} ${one}`))
  ).size

const isOfAmount = ({ after, before, resource }: AuditChange): boolean =>
  resource === "deal" && before !== null && after !== null && "amountCents" in after

/** The deals whose amounts change. */
export const withAmounts = (changes: ReadonlyArray<AuditChange>): ReadonlyArray<string> => [
  ...new Set(changes.filter(isOfAmount).map(({ id }) => id))
]

/** A first amount is more than any percentage; one that is taken away changes by all of it. */
const percentOf = ({ after, before }: AuditChange): number => {
  const [from, to] = [Number(before?.["amountCents"] ?? 0), Number(after?.["amountCents"] ?? 0)]
  return from === 0 ? Number.POSITIVE_INFINITY : (Math.abs(to - from) / Math.abs(from)) * 100
}

/** Rounding error of sums of fractions. */
const tolerance = 1e-6

/** The limit that the changes go beyond, in words; undefined if none. `earlier` is the sum of percentages of a deal so far. */
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

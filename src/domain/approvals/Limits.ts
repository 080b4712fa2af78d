/** Whether a write goes beyond a limit of its credential, by what it changed. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { Rules } from "../../../schema/Rules.ts"

/** Entries of activity and of histories go with the records that they tell of. */
const isRecord = ({ resource }: AuditChange) => resource !== "note" && resource !== "lead_history"

const recordsIn = (changes: ReadonlyArray<AuditChange>): number =>
  new Set(
    changes.filter(isRecord).flatMap(({ id, ids = [id], resource }) => ids.map((one) => `${resource} ${one}`))
  ).size

/** An amount that was set for the first time has not changed; one that is taken away changes by all of it. */
const percentOf = ({ after, before, resource }: AuditChange): number => {
  if (resource !== "deal" || before === null || after === null || !("amountCents" in after)) return 0
  const [was, is] = [before["amountCents"], after["amountCents"]]
  if (was === null || was === undefined || was === is) return 0
  const [from, to] = [Number(was), Number(is ?? 0)]
  return from === 0 ? Number.POSITIVE_INFINITY : (Math.abs(to - from) / Math.abs(from)) * 100
}

/** The limit that the changes go beyond, in words; undefined if none. */
export const exceeded = (
  { amountChangePercent, records }: Rules,
  changes: ReadonlyArray<AuditChange>
): string | undefined => {
  const count = records === null ? 0 : recordsIn(changes)
  if (records !== null && count > records) {
    return `It changes ${count} records; this credential may change ${records} at once by itself.`
  }
  if (amountChangePercent !== null && changes.some((one) => percentOf(one) > amountChangePercent)) {
    return `It changes an amount by more than the ${amountChangePercent} % that this credential may by itself.`
  }
  return undefined
}

/** Warns who creates a deal or a lead that there may be one. */
import type { Kind, Reason } from "../../../schema/Duplicates.ts"

export interface Duplicate {
  readonly kind: Kind
  readonly id: string
  readonly by: Reason
}

const common: Readonly<Record<Reason, string>> = {
  email: "same email",
  externalId: "same external id",
  name: "same name and company"
}

const merged: Readonly<Record<Kind, string>> = {
  deal: "merge them (merge_deals, POST /v1/deals/{id}/merge)",
  lead: "merge them (merge_leads, POST /v1/leads/{id}/merge)"
}

/** ASCII only, because it is sent in a header. Undefined without duplicates. */
export const of = (kind: Kind, duplicates: ReadonlyArray<Duplicate>): string | undefined => {
  if (duplicates.length === 0) return undefined
  const reasons = Map.groupBy(duplicates, (one) => `${one.kind} ${one.id}`)
  const names = [...reasons].map(
    ([name, all]) => `${name} (${[...new Set(all.map(({ by }) => common[by]))].join(", ")})`
  )
  const isMergeable = duplicates.some((one) => one.kind === kind)
  const advice = isMergeable ? merged[kind] : "use that one"
  return `This may be a duplicate of ${names.join(" and ")}. If it is, ${advice}.`
}

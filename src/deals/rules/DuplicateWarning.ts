/** Warns who creates a deal or a lead that there may be one. */
import type { Kind, Reason } from "../../../schema/Duplicates.ts"
import * as MatchKey from "./MatchKey.ts"

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

const namesOf = (duplicates: ReadonlyArray<Duplicate>): string => {
  const reasons = Map.groupBy(duplicates, (one) => `${one.kind} ${one.id}`)
  const names = [...reasons].map(
    ([name, all]) => `${name} (${[...new Set(all.map(({ by }) => common[by]))].join(", ")})`
  )
  return names.join(" and ")
}

const adviceOn = (kind: Kind, duplicates: ReadonlyArray<Duplicate>): string =>
  duplicates.some((one) => one.kind === kind) ? merged[kind] : "use that one"

/** ASCII only, because it is sent in a header. Undefined without duplicates. */
export const of = (kind: Kind, duplicates: ReadonlyArray<Duplicate>): string | undefined =>
  duplicates.length === 0
    ? undefined
    : `This may be a duplicate of ${namesOf(duplicates)}. If it is, ${adviceOn(kind, duplicates)}.`

/** The maximum number of records that one warning names, because headers are limited. */
const maxNamed = 10

/** Like `of`, for many new records: the duplicates of each, in the order of the request. */
export const ofMany = (kind: Kind, all: ReadonlyArray<ReadonlyArray<Duplicate>>): string | undefined => {
  const found = all.flatMap((duplicates, index) =>
    duplicates.length === 0 ? [] : [`${kind}s[${index}] of ${namesOf(duplicates)}`]
  )
  if (found.length === 0) return undefined
  const more = found.length > maxNamed ? `; and ${found.length - maxNamed} more` : ""
  return `Possible duplicates: ${found.slice(0, maxNamed).join("; ")}${more}. If so, ${adviceOn(kind, all.flat())}.`
}

/** The values by which a new record is compared with others. */
export interface NewRecord {
  readonly kind: Kind
  readonly company: string | null
  readonly email: string | null
  readonly name: string | null
}

const keysOf = ({ company, email, name }: NewRecord): ReadonlyArray<readonly [Reason, string]> => [
  ...(email === null || email.trim() === "" ? [] : [["email", MatchKey.email(email)] as const]),
  ...(company === null || company === "" || name === null
    ? []
    : [["name", `${name}\n${company}`.toLowerCase()] as const])
]

/** For each of the records, the earlier ones that it may be a duplicate of. */
export const among = (
  records: ReadonlyArray<NewRecord & { readonly id: string }>
): ReadonlyArray<ReadonlyArray<Duplicate>> => {
  const first = new Map<string, string>()
  return records.map((record) =>
    keysOf(record).flatMap(([by, key]) => {
      const id = first.get(`${by} ${key}`)
      if (id === undefined) first.set(`${by} ${key}`, record.id)
      return id === undefined ? [] : [{ kind: record.kind, id, by }]
    })
  )
}

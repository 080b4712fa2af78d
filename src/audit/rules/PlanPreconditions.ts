/** The preconditions of a plan: digests of the records that its dry run read. */
import { hash } from "node:crypto"
import type { AuditFields, AuditResource } from "../../../schema/Audit.ts"

/** A record that a call read. */
export interface Read {
  readonly resource: AuditResource
  readonly id: string
  readonly fields: AuditFields
}

/** The kind, id and digest of a record, and a short digest of each field, so that a difference can be reported. Used for few records. */
type RecordDigest = readonly [resource: AuditResource, id: string, digest: string, marks: string]

export type Basis = { readonly few: ReadonlyArray<RecordDigest> } | { readonly many: string }

/** A plan travels in a header, so for more records than this it holds only a combined digest. */
const maxNamed = 30

const digestOf = (value: unknown, characters: number): string =>
  hash("sha256", JSON.stringify(value) ?? "", "base64url").slice(0, characters)

/** 36 bits are enough: a caller who searches for a collision deceives only themselves. */
const length = 6

const digest = ({ fields, id, resource }: Read): string => digestOf([resource, id, fields], length)

const markLength = 2

const mark = (value: unknown): string => digestOf(value ?? null, markLength)

export const of = (reads: ReadonlyArray<Read>): Basis =>
  reads.length > maxNamed
    ? { many: reads.map(digest).join("") }
    : {
        few: reads.map((read) => [
          read.resource,
          read.id,
          digest(read),
          Object.values(read.fields).map(mark).join("")
        ])
      }

/** A record that differs from the plan. */
export interface Difference {
  readonly resource: AuditResource
  readonly id: string
  readonly fields?: ReadonlyArray<string>
}

export interface Differences {
  /** Records that changed, or that this call reads for the first time because they were created or match a filter now. */
  readonly changed: ReadonlyArray<Difference>
  /** Records that only the dry run read, because they were deleted or no longer match a filter. */
  readonly gone: ReadonlyArray<Difference>
  /** The number of further missing records, whose ids aren't in the plan. */
  readonly unnamed: number
}

/** The fields that differ, by position. The time of the last change is left out if other fields differ. */
const fieldsOf = (marks: string, { fields }: Read): ReadonlyArray<string> => {
  const differing = Object.entries(fields).flatMap(([name, value], index) => {
    const at = index * markLength
    return marks.slice(at, at + markLength) === mark(value) ? [] : [name]
  })
  const telling = differing.filter((name) => name !== "updatedAt")
  return telling.length === 0 ? differing : telling
}

export const differences = (basis: Basis, reads: ReadonlyArray<Read>): Differences => {
  if ("many" in basis) {
    const now = new Set(reads.map(digest))
    const before = new Set(basis.many.match(/.{6}/gu))
    const changed = reads.filter((read) => !before.has(digest(read)))
    const missing = [...before].filter((one) => !now.has(one)).length
    return {
      changed: changed.map(({ id, resource }) => ({ resource, id })),
      gone: [],
      unnamed: Math.max(0, missing - changed.length)
    }
  }
  const before = new Map(basis.few.map((named) => [`${named[0]} ${named[1]}`, named]))
  const changed = reads.flatMap((read): ReadonlyArray<Difference> => {
    const { id, resource } = read
    const known = before.get(`${resource} ${id}`)
    before.delete(`${resource} ${id}`)
    if (known === undefined) return [{ resource, id }]
    const [, , then, marks] = known
    return then === digest(read) ? [] : [{ resource, id, fields: fieldsOf(marks, read) }]
  })
  const gone = [...before.values()].map(([resource, id]) => ({ resource, id }))
  return { changed, gone, unnamed: 0 }
}

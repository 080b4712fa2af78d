/** Finds a deal or a lead by name. If several match, the error lists the first ones. */
import { Result } from "effect"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import * as NameResolver from "./NameResolver.ts"

/** The maximum number of candidates in an error, because the names of deals and leads are long. */
export const maxCandidates = 10

/** A deal or a lead that may match a name. */
export interface NameLookup {
  readonly id: string
  readonly name: string | null
  readonly company: string | null
  /** The lead's email address. */
  readonly email?: string | null
  /** The deal's stage, or the lead's status. */
  readonly place: string
}

export const calledText = ({ company, id, name, place }: NameLookup): string =>
  `${[name, company, place].filter((part) => part !== null).join(", ")} (${id})`

/** Marks text that strangers may have written: the text in the request, and the candidates. */
export interface TextMarks {
  readonly said: (text: string) => string
  readonly candidates: (found: ReadonlyArray<NameLookup>) => ReadonlyArray<NameLookup>
}

const several = (
  field: string,
  kind: "deal" | "lead",
  handle: string,
  found: ReadonlyArray<NameLookup>,
  showing: TextMarks
) => {
  const listed = showing.candidates(found)
  const isCut = found.length > NameResolver.maxCandidates
  const count = isCut ? `more than ${NameResolver.maxCandidates}` : String(found.length)
  const match = found.length === 1 ? `${kind} matches only in part:` : `${kind}s match`
  const left = found.length - listed.length
  const more = left === 0 ? "" : isCut ? "; and more" : `; and ${left} more`
  const way = left === 0 ? "send the id of one" : "send the id of one, or a longer name"
  const candidates = listed.map(({ email: _, place, ...rest }) => ({
    ...rest,
    ...(kind === "deal" ? { stage: place } : { triageStatus: place })
  }))
  return new Invalid({
    code: "invalid_body",
    message: `${field}: ${count} ${match} ${showing.said(NameResolver.quoted(handle))}; ${way}: ${listed.map(calledText).join("; ")}${more}.`,
    meta: { [`${kind}s`]: candidates }
  })
}

/** The only deal or lead that matches a name. */
export const called = (
  field: string,
  kind: "deal" | "lead",
  handle: string,
  found: ReadonlyArray<NameLookup>,
  showing: TextMarks
): Result.Result<string, Invalid | NotFound> => {
  const [only] = found
  if (only === undefined) return Result.fail(NotFound.of(kind, NameResolver.quoted(handle)))
  return found.length === 1
    ? Result.succeed(only.id)
    : Result.fail(several(field, kind, handle, found, showing))
}

const folded = (name: string | null) =>
  (name ?? "")
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .trim()
    .toLowerCase()

/** Leads match by person, email address or company, and deals only by their name. */
const isWhole = (kind: "deal" | "lead", handle: string, { company, email = null, name }: NameLookup) =>
  (kind === "lead" ? [name, company, email] : [name]).some((one) => folded(one) === folded(handle))

/** Whether the text matches a lead only by its company, which may also be part of a person's name. */
const isOfCompany = (handle: string, { email = null, name }: NameLookup) =>
  [name, email].every((one) => folded(one) !== folded(handle))

/** Like `called`, for writes: only a full name is accepted. A partial name is an error even if it matches only one record. */
export const calledExactly: typeof called = (field, kind, handle, found, showing) => {
  const same = found.filter((one) => isWhole(kind, handle, one))
  if (kind === "lead" && same.length === 1 && found.length > 1 && isOfCompany(handle, same[0]!))
    return Result.fail(several(field, kind, handle, found, showing))
  return same.length === 1 || found.length === 0
    ? called(field, kind, handle, same, showing)
    : Result.fail(several(field, kind, handle, same.length > 1 ? same : found, showing))
}

/** The deal or the lead that a name means. If several match, the fault lists the first of them. */
import { Result } from "effect"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import * as Handle from "./Handle.ts"

/** Candidates that a fault lists at most; the names of deals and leads are long. */
export const few = 10

/** A deal or a lead that a name may mean. */
export interface NameLookup {
  readonly id: string
  readonly name: string | null
  readonly company: string | null
  /** A lead's address. */
  readonly email?: string | null
  /** The deal's stage, or the lead's status. */
  readonly place: string
}

export const calledText = ({ company, id, name, place }: NameLookup): string =>
  `${[name, company, place].filter((part) => part !== null).join(", ")} (${id})`

/** How a surface shows what strangers may have written: what was sent, and the first of those found. */
export interface Showing {
  readonly said: (text: string) => string
  readonly candidates: (found: ReadonlyArray<NameLookup>) => ReadonlyArray<NameLookup>
}

const several = (
  field: string,
  kind: "deal" | "lead",
  handle: string,
  found: ReadonlyArray<NameLookup>,
  showing: Showing
) => {
  const listed = showing.candidates(found)
  const isCut = found.length > Handle.shown
  const count = isCut ? `more than ${Handle.shown}` : String(found.length)
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
    message: `${field}: ${count} ${match} ${showing.said(Handle.said(handle))}; ${way}: ${listed.map(calledText).join("; ")}${more}.`,
    meta: { [`${kind}s`]: candidates }
  })
}

/** The only deal or lead found by a name. */
export const called = (
  field: string,
  kind: "deal" | "lead",
  handle: string,
  found: ReadonlyArray<NameLookup>,
  showing: Showing
): Result.Result<string, Invalid | NotFound> => {
  const [only] = found
  if (only === undefined) return Result.fail(NotFound.of(kind, Handle.said(handle)))
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

/** A lead goes by its person, their address or their company; a deal by its own name alone. */
const isWhole = (kind: "deal" | "lead", handle: string, { company, email = null, name }: NameLookup) =>
  (kind === "lead" ? [name, company, email] : [name]).some((one) => folded(one) === folded(handle))

/** True if the text matches a lead only by its company, which may also be part of a person's name. */
const isOfCompany = (handle: string, { email = null, name }: NameLookup) =>
  [name, email].every((one) => folded(one) !== folded(handle))

/** Like `called`, for writes: only a whole name is accepted. A part of a name asks back even if it matches one record. */
export const exactly: typeof called = (field, kind, handle, found, showing) => {
  const same = found.filter((one) => isWhole(kind, handle, one))
  if (kind === "lead" && same.length === 1 && found.length > 1 && isOfCompany(handle, same[0]!))
    return Result.fail(several(field, kind, handle, found, showing))
  return same.length === 1 || found.length === 0
    ? called(field, kind, handle, same, showing)
    : Result.fail(several(field, kind, handle, same.length > 1 ? same : found, showing))
}

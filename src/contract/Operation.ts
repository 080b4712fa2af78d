/** An operation: one thing a caller can do, described once and served on every surface. It is implemented in `operations` of its feature. */
import type { Schema } from "effect"
import type { FaultClass } from "../../schema/Fault.ts"
import type { Kind } from "../../schema/ReportImage.ts"
import type { Scope } from "../../schema/Scope.ts"

export type Status = 200 | 201

/** When and in favour of what an operation goes away. */
export interface Deprecation {
  /** The day from which it is deprecated, and the first day on which it may be gone (UTC), such as "2027-05-01". */
  readonly since: string
  readonly sunset: string
  /** What to use, in words that complete "Use …". */
  readonly instead: string
}

export interface Http<Success = any> {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** Below `/v1`; `:name` takes the input field of that name. */
  readonly path: `/${string}`
  /** Left out: 200. A function if the answer decides. */
  readonly status?: Status | ((success: Success) => Status)
  /** The request may have no body. */
  readonly bodyOptional?: boolean
}

/** Short rows of a list, which its tool returns unless `detail: full` is sent; or the short answer of a read with parts. */
interface Compact {
  readonly row: Schema.Top
  /** From a full row. Left out: `brief` of its implementation reads short rows. */
  readonly of?: (row: any) => unknown
  /** A text of the rows that stands beside them, as the field `as` of the page: a line a row. */
  readonly gathers?: { readonly from: string; readonly as: string; readonly field: Schema.Top }
}

/** A further scope that an operation needs for some inputs. */
export interface Further {
  readonly scope: Scope
  /** For which inputs, in words that complete "Also `leads:read` …". */
  readonly where: string
  /** Whether this input, decoded or not, needs it. Left out: stored data decides, and `run` calls `Authorization.need`. */
  readonly asks?: (input: Readonly<Record<string, unknown>>) => boolean
}

export interface Operation<
  Id extends string,
  Input extends Schema.Struct.Fields,
  Success extends Schema.Top,
  Faults extends ReadonlyArray<FaultClass>,
  MayWarn extends true | undefined = true | undefined
> {
  /** `<group>.<verb>`; the group is the tag of its REST route. */
  readonly id: Id
  /** The operation this is a form of: both count as the same request for an idempotency key. */
  readonly formOf?: string
  readonly title: string
  /** What it does, what it returns, and when to use a similar operation instead. */
  readonly description: string
  /** Left out: it stays. */
  readonly deprecated?: Deprecation
  /** MCP tool name. Left out: no tool. */
  readonly tool?: string
  /** For a tool that shows a card or an image, and so exists on /mcp only. */
  readonly shows?: typeof Kind.Type | "image"
  /** Fields that a tool takes more strictly than REST does, or describes in fewer words. */
  readonly toolInput?: Schema.Struct.Fields
  /**
   * Arguments that the tool takes but doesn't list, since models pay for each one listed: its description says which.
   * `a.b` is the field `b` of the argument `a`, whose further keys are allowed anyway.
   */
  readonly unlisted?: ReadonlyArray<string>
  /** What its tool says of an argument, by its path, in fewer words than REST. */
  readonly words?: Readonly<Record<string, string>>
  /** What its field `filter` may hold, if it has one: filters of a list. */
  readonly choices?: Schema.Struct.Fields
  /** What the tool's `clear` removes: "fields" of the input, or the keys in the input field of this name. */
  readonly clears?: string
  /** For agents, after the description: which tool to use instead, and common mistakes. */
  readonly toolNote?: string
  /** REST route. Left out: no route. */
  readonly http?: Http<Success["Type"]> | undefined
  /** Left out: any valid credential. */
  readonly scope?: Scope | ReadonlyArray<Scope>
  readonly also?: ReadonlyArray<Further>
  readonly role?: "admin"
  /** For a write without a route: the reads whose records it changes, by the input field that names the record. */
  readonly changes?: Readonly<Record<string, string>>
  /** A write or delete runs in one transaction and takes an idempotency key. */
  readonly kind: "read" | "write" | "delete"
  /**
   * Whether a replica may answer this read: with all that the credential wrote, and all of others' but what is seconds old. It
   * doesn't where the input has a `Field.since`.
   */
  readonly replica?: true
  /** Whether it overwrites or removes what is there. Left out: deletes do. */
  readonly destructive?: boolean
  /**
   * What this input, decoded or not, does that only an undo takes back, in words that complete "An agent wants to …".
   * Left out: deletes can't be taken back at all.
   */
  readonly final?: (input: Readonly<Record<string, unknown>>) => string | undefined
  /** Whether it makes requests to the outside, such as fetching an image. */
  readonly openWorld?: boolean
  /** Whether doing it again changes nothing more. Left out: all but writes. */
  readonly idempotent?: boolean
  /** Fields named in the path are sent there; the others in the query of a read, else in the body. */
  readonly input: Input
  /** The headers it uses, by name. Its tool takes each as an argument: `Enrichment-Claim` as `enrichmentClaim`. */
  readonly headers?: Schema.Struct.Fields
  readonly success: Success
  readonly compact?: Compact
  /** The resource that its answer adds parts to. */
  readonly resource?: Schema.Top
  /** Whether it may warn; `warns` of its implementation says when. */
  readonly mayWarn?: MayWarn
  readonly faults: Faults
  /** Normalizes a body before it is checked, for example removes empty fields. */
  readonly meant?: (body: unknown) => unknown
  /** An example of its body or query. */
  readonly example?: { readonly [field: string]: unknown }
}

/** An operation with its types erased, for code that handles all operations. */
export interface Any extends Omit<
  Operation<string, {}, Schema.Top, ReadonlyArray<FaultClass>>,
  "input" | "http"
> {
  readonly http?: Http | undefined
  readonly input: Schema.Struct.Fields
}

export type Routed<O extends Any = Any> = O & { readonly http: Http }

/** Whether it has a REST route. */
export const isRouted = <O extends Any>(operation: O): operation is Routed<O> => operation.http !== undefined

export const make = <
  const Id extends string,
  Input extends Schema.Struct.Fields,
  Success extends Schema.Top,
  const Faults extends ReadonlyArray<FaultClass>,
  MayWarn extends true | undefined = undefined
>(
  id: Id,
  options: Omit<Operation<Id, Input, Success, Faults, MayWarn>, "id">
): Operation<Id, Input, Success, Faults, MayWarn> => ({ ...options, id })

/** The decoded input of an operation. */
export type Input<O extends Pick<Any, "input">> = Schema.Struct<O["input"]>["Type"]

/** Whether it reads the one record that its path names. */
export const isOfOne = ({ http, kind }: Any): boolean =>
  kind === "read" && http !== undefined && /\/:[^/]+$/u.test(http.path)

/** True if a read has an ETag: it returns one record, or the value that a PUT at its address replaces. */
export const isVersioned = (operation: Any, all: ReadonlyArray<Any>): boolean =>
  isOfOne(operation) ||
  (operation.kind === "read" &&
    all.some(({ http }) => http?.method === "PUT" && http.path === operation.http?.path))

/** True if a write answers with the same record as its read, so that the answer carries the ETag. */
export const answersRecord = ({ kind, success }: Any, all: ReadonlyArray<Any>): boolean =>
  kind !== "read" && all.some((one) => isVersioned(one, all) && (one.resource ?? one.success) === success)

const isReplaced = ({ http }: Routed): boolean => http.method === "PUT"

/** A read with an ETag, and the input fields of a write that hold the read's parameters, by their names in the read. */
export interface Precondition<O extends Any> {
  readonly read: Routed<O>
  readonly fields: Readonly<Record<string, string>>
}

/**
 * The reads whose ETag a write takes as If-Match: that of the same address where the write replaces it, else of the record
 * that the address begins with. A deleted deal can't be read, so its restoration has none.
 */
export const preconditions = <O extends Any>(
  operation: Any,
  all: ReadonlyArray<O>
): ReadonlyArray<Precondition<O>> => {
  const routed = all.filter(isRouted)
  if (operation.changes !== undefined)
    return Object.entries(operation.changes).map(([field, id]) => ({
      read: routed.find((one) => one.id === id)!,
      fields: { id: field }
    }))
  const read = readOf(operation, routed)
  if (read === undefined) return []
  return [{ read, fields: Object.fromEntries(Object.keys(carriers(read).path).map((name) => [name, name])) }]
}

const readOf = <O extends Any>(operation: Any, all: ReadonlyArray<Routed<O>>): Routed<O> | undefined => {
  const changed = all.find(({ id }) => id === operation.formOf) ?? operation
  if (!isRouted(changed) || changed.kind === "read" || changed.id === "deals.restore") return undefined
  const { path } = changed.http
  const reads = all.filter(({ kind }) => kind === "read")
  if (isReplaced(changed)) return reads.find(({ http }) => http.path === path)
  return reads
    .filter((one) => isOfOne(one) && `${path}/`.startsWith(`${one.http.path}/`))
    .toSorted((a, b) => b.http.path.length - a.http.path.length)[0]
}

/** The input fields sent in the path, and the others. */
export const carriers = ({ http, input }: Any) => {
  const segments = http?.path.split("/") ?? []
  const entries = Object.entries(input)
  const inPath = ([name]: readonly [string, unknown]) => segments.includes(`:${name}`)
  return {
    path: Object.fromEntries(entries.filter(inPath)),
    rest: Object.fromEntries(entries.filter((entry) => !inPath(entry)))
  }
}

/** The name of the tool argument for a header. */
export const argumentOf = (header: string): string =>
  header.charAt(0).toLowerCase() + header.slice(1).replaceAll("-", "")

/** The scopes that an operation needs for any input. */
export const scopesOf = ({ scope = [] }: Any): ReadonlyArray<Scope> =>
  typeof scope === "string" ? [scope] : scope

/** The scopes that this input, decoded or not, needs. */
export const scopesFor = (operation: Any, input: Readonly<Record<string, unknown>>): ReadonlyArray<Scope> => {
  if (operation.also === undefined) return scopesOf(operation)
  const further = operation.also.filter(({ asks }) => asks?.(input) === true)
  return [...scopesOf(operation), ...further.map(({ scope }) => scope)]
}

/** What this input does that the operation itself can't take back; undefined if it can. */
export const finalOf = (
  { final, kind, title }: Any,
  input: Readonly<Record<string, unknown>>
): string | undefined => {
  if (final !== undefined) return final(input)
  return kind === "delete" ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : undefined
}

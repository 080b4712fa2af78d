/**
 * An operation: one thing that a caller can do, described once and available on every surface. It is implemented in its feature's
 * `operations`.
 */
import type { Schema } from "effect"
import type { FaultClass } from "../../schema/Fault.ts"
import type { Kind } from "../../schema/ReportImage.ts"
import type { Scope } from "../../schema/Scope.ts"

export type Status = 200 | 201

/** The schedule of an operation's removal, and its replacement. */
export interface Deprecation {
  /** The day from which it is deprecated, and the first day on which it may be removed (UTC), such as "2027-05-01". */
  readonly since: string
  readonly sunset: string
  /** The replacement, as a continuation of "Use …". */
  readonly instead: string
}

export interface Http<Success = any> {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** The path below `/v1`. `:name` stands for the input field of that name. */
  readonly path: `/${string}`
  /** Default: 200. A function if it depends on the response. */
  readonly status?: Status | ((success: Success) => Status)
  /** Whether the body can be omitted. */
  readonly bodyOptional?: boolean
}

/** Short rows of a list, which its tool returns unless `detail: full` is sent, or the short response of a read with parts. */
interface Compact {
  readonly row: Schema.Top
  /** Shortens a full row. By default, `brief` in its implementation reads short rows. */
  readonly of?: (row: any) => unknown
  /** Moves a text of the rows into the page's field `as`, one line per row. */
  readonly gathers?: { readonly from: string; readonly as: string; readonly field: Schema.Top }
}

/** An additional scope that an operation requires for some inputs. */
export interface Further {
  readonly scope: Scope
  /** For which inputs, as a continuation of "Also `leads:read` …". */
  readonly where: string
  /** Whether this input, decoded or not, requires it. By default, stored data decides, and `run` calls `Authorization.need`. */
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
  /** The operation that this is a form of. Both count as the same request for an idempotency key. */
  readonly formOf?: string
  readonly title: string
  /** Says what it does, what it returns, and when to use a similar operation instead. */
  readonly description: string
  /** Default: not deprecated. */
  readonly deprecated?: Deprecation
  /** The name of the MCP tool. Default: no tool. */
  readonly tool?: string
  /** For a tool that shows a card or an image, and therefore only exists on /mcp. */
  readonly shows?: typeof Kind.Type | "image"
  /** Fields that a tool accepts more strictly than REST, or describes in fewer words. */
  readonly toolInput?: Schema.Struct.Fields
  /** The tool's descriptions of arguments by path, in fewer words than in REST; "" for none. */
  readonly words?: Readonly<Record<string, string>>
  /** The fields that its input `filter`, if it has one, can contain: filters of a list. */
  readonly choices?: Schema.Struct.Fields
  /** The input field that lists new records, and the fields of each. */
  readonly items?: { readonly kind: "deal" | "lead"; readonly fields: Schema.Struct.Fields }
  /** The target of the tool's `clear`: "fields" of the input, or the keys in the input field of this name. */
  readonly clears?: string
  /** A note to agents after the description: similar tools, and common mistakes. */
  readonly toolNote?: string
  /** The REST route. Default: no route. */
  readonly http?: Http<Success["Type"]> | undefined
  /** Default: any valid credential. */
  readonly scope?: Scope | ReadonlyArray<Scope>
  readonly also?: ReadonlyArray<Further>
  readonly role?: "admin"
  /** For a write without a route: the reads of the records that it changes, by the input field with the record's id. */
  readonly changes?: Readonly<Record<string, string>>
  /** A write or delete runs in one transaction and takes an idempotency key. */
  readonly kind: "read" | "write" | "delete"
  /**
   * Whether a replica can serve this read. The result includes all the credential's own writes, and lags other writes by seconds. Reads
   * with a `Field.since` use the primary.
   */
  readonly replica?: true
  /** Whether it overwrites or removes data. Default: true for deletes. */
  readonly destructive?: boolean
  /**
   * The effect of this input, decoded or not, that only an undo can revert, as a continuation of "An agent wants to …". By default, deletes
   * can't be reverted at all.
   */
  readonly final?: (input: Readonly<Record<string, unknown>>) => string | undefined
  /** Whether it makes external requests, for example to fetch an image. */
  readonly openWorld?: boolean
  /** Whether repeating it has no further effect. Default: true except for writes. */
  readonly idempotent?: boolean
  /** Fields named in the path are sent there, and the others in the body or the query (`hasBody`). */
  readonly input: Input
  /** The headers that it reads, by name. Its tool has an argument for each, such as `enrichmentClaim` for `Enrichment-Claim`. */
  readonly headers?: Schema.Struct.Fields
  readonly success: Success
  readonly compact?: Compact
  /** The resource that its response extends with parts. */
  readonly resource?: Schema.Top
  /** Whether it can return a warning. `warns` in its implementation decides when. */
  readonly mayWarn?: MayWarn
  readonly faults: Faults
  /** Normalizes a body before validation, for example by removing empty fields. */
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

/** Whether it reads the single record in its path. */
export const isOfOne = ({ http, kind }: Any): boolean =>
  kind === "read" && http !== undefined && /\/:[^/]+$/u.test(http.path)

/** Whether a read has an ETag: it returns one record, or the value that a PUT to its path replaces. */
export const isVersioned = (operation: Any, all: ReadonlyArray<Any>): boolean =>
  isOfOne(operation) ||
  (operation.kind === "read" &&
    all.some(({ http }) => http?.method === "PUT" && http.path === operation.http?.path))

/** Whether a write returns the same record as its read, so that the response has the ETag. */
export const answersRecord = ({ kind, success }: Any, all: ReadonlyArray<Any>): boolean =>
  kind !== "read" && all.some((one) => isVersioned(one, all) && (one.resource ?? one.success) === success)

const isReplaced = ({ http }: Routed): boolean => http.method === "PUT"

/** A read with an ETag, and the write's input fields that hold the read's parameters, by their names in the read. */
export interface Precondition<O extends Any> {
  readonly read: Routed<O>
  readonly fields: Readonly<Record<string, string>>
}

/**
 * The reads whose ETag a write accepts as If-Match: the read of the same path if the write replaces it, or else of the record at the start
 * of the path. Restoring a deleted deal has none, because it can't be read.
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

/** True if the fields are sent in a body: those of a write, and of a read by POST, which may be too long for a URL. */
export const hasBody = ({ http, kind }: Any): boolean =>
  kind === "read" ? http?.method === "POST" : kind === "write"

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

/** The scopes that an operation always requires. */
export const scopesOf = ({ scope = [] }: Any): ReadonlyArray<Scope> =>
  typeof scope === "string" ? [scope] : scope

/** The scopes that this input, decoded or not, requires. */
export const scopesFor = (operation: Any, input: Readonly<Record<string, unknown>>): ReadonlyArray<Scope> => {
  if (operation.also === undefined) return scopesOf(operation)
  const further = operation.also.filter(({ asks }) => asks?.(input) === true)
  return [...scopesOf(operation), ...further.map(({ scope }) => scope)]
}

/** The effect of this input that the operation itself can't revert; undefined if there is none. */
export const finalOf = (
  { final, kind, title }: Any,
  input: Readonly<Record<string, unknown>>
): string | undefined => {
  if (final !== undefined) return final(input)
  return kind === "delete" ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : undefined
}

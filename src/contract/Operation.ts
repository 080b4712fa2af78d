/** An operation: one thing a caller can do, described once and served on every surface. What it does stands in src/operations. */
import type { Schema } from "effect"
import type { FaultClass } from "../../schema/Fault.ts"
import type { Kind } from "../../schema/Report.ts"
import type { Scope } from "../../schema/Scope.ts"

export type Status = 200 | 201

export interface Http<Success = any> {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** Below `/v1`; `:name` takes the input field of that name. */
  readonly path: `/${string}`
  /** 200 where left out; a function where the answer decides. */
  readonly status?: Status | ((success: Success) => Status)
  /** The body may be left out altogether. */
  readonly bodyOptional?: boolean
}

/** How a list shows its rows where short ones will do: what its tool answers unless asked for `detail: full`. */
interface Compact {
  readonly row: Schema.Top
  readonly of: (row: any) => unknown
}

/** A scope that an operation needs beside its own for some of what it may be sent. */
export interface Further {
  readonly scope: Scope
  /** When it does, in words that complete "Also `leads:read` …". */
  readonly where: string
  /** Whether this input needs it; it may not be decoded yet. Left out: what is stored tells, and `run` asks `Access.need`. */
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
  /** The operation this is one form of: a keyed request over either is the same request. */
  readonly formOf?: string
  readonly title: string
  /** What it does, what it answers, and when to use the sibling instead. */
  readonly description: string
  /** MCP tool name. Left out: no tool. */
  readonly tool?: string
  /** A tool that shows something, and so exists on /mcp alone. */
  readonly shows?: typeof Kind.Type | "picture"
  /** Fields that a tool takes more strictly than REST does. */
  readonly toolInput?: Schema.Struct.Fields
  /** What its tool empties by name: fields of the input, or those in the field of this name. */
  readonly clears?: string
  /** Said to agents after the description: which tool to use instead, and what goes wrong often. */
  readonly toolNote?: string
  /** REST route. Left out: no route. */
  readonly http?: Http<Success["Type"]> | undefined
  /** Left out: any valid credential. */
  readonly scope?: Scope | ReadonlyArray<Scope>
  readonly also?: ReadonlyArray<Further>
  readonly role?: "admin"
  /** A write or delete runs in one transaction and takes an idempotency key. */
  readonly kind: "read" | "write" | "delete"
  /** Whether it overwrites or removes what is there. Left out: deletes do. */
  readonly destructive?: boolean
  /** Whether it reaches beyond the service, as to fetch an image. */
  readonly openWorld?: boolean
  /** Whether doing it again changes nothing more. Left out: all but writes. */
  readonly idempotent?: boolean
  /** Fields named in the path travel there; the rest in the query of a read, else in the body. */
  readonly input: Input
  /** Headers it heeds, by their names. */
  readonly headers?: Schema.Struct.Fields
  readonly success: Success
  readonly compact?: Compact
  /** Whether it may answer with a warning; its implementation says which, and when. */
  readonly mayWarn?: MayWarn
  readonly faults: Faults
  /** What a body means that says some things in another way, as with empty fields: done before it is checked. */
  readonly meant?: (body: unknown) => unknown
  /** A body, or a query, as a caller might send it. */
  readonly example?: { readonly [field: string]: unknown }
}

/** An operation with its types erased, as whoever goes through all of them sees it. */
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

/** The input of an operation, once it is decoded. */
export type Input<O extends Pick<Any, "input">> = Schema.Struct<O["input"]>["Type"]

/** The input fields that the path carries, and those it does not. */
export const carriers = ({ http, input }: Any) => {
  const segments = http?.path.split("/") ?? []
  const entries = Object.entries(input)
  const inPath = ([name]: readonly [string, unknown]) => segments.includes(`:${name}`)
  return {
    path: Object.fromEntries(entries.filter(inPath)),
    rest: Object.fromEntries(entries.filter((entry) => !inPath(entry)))
  }
}

/** The scopes that an operation needs whatever it is sent. */
export const scopesOf = ({ scope = [] }: Any): ReadonlyArray<Scope> => [scope].flat()

/** The scopes that this input needs, decoded or not. */
export const scopesFor = (operation: Any, input: Readonly<Record<string, unknown>>): ReadonlyArray<Scope> => {
  const further = (operation.also ?? []).filter(({ asks }) => asks?.(input) === true)
  return [...scopesOf(operation), ...further.map(({ scope }) => scope)]
}

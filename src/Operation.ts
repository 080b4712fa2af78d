/** An operation: one thing a caller can do, described once and served on every surface. */
import type { Effect, Schema } from "effect"
import type { FaultClass } from "../schema/Fault.ts"
import type { Kind } from "./domain/ReportView.ts"
import type { Scope } from "../schema/Scope.ts"

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
export interface Compact {
  readonly row: Schema.Top
  readonly of: (row: any) => unknown
}

export interface Operation<
  Id extends string,
  Input extends Schema.Struct.Fields,
  Success extends Schema.Top,
  Faults extends ReadonlyArray<FaultClass>,
  R,
  /** What `prepare` needs to run. */
  P = R
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
  readonly shows?: Kind | "picture"
  /** Said to agents after the description: which tool to use instead, and what goes wrong often. */
  readonly toolNote?: string
  /** REST route. Left out: no route. */
  readonly http?: Http<Success["Type"]> | undefined
  /** Left out: any valid credential. */
  readonly scope?: Scope | ReadonlyArray<Scope>
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
  readonly success: Success
  readonly compact?: Compact
  readonly faults: Faults
  /** A body, or a query, as a caller might send it. */
  readonly example?: { readonly [field: string]: unknown }
  /** Whether the header Enrichment-Claim means something to it; see `Call.exclusive`. */
  readonly exclusive?: true
  /**
   * Work on the input that waits for others, such as fetching what it points to: done before the transaction
   * of a write opens, and not at all for a replay. Answers the fields it replaces.
   */
  readonly prepare?: (
    input: Schema.Struct<Input>["Type"]
  ) => Effect.Effect<Partial<Schema.Struct<Input>["Type"]>, InstanceType<Faults[number]>, P>
  readonly run: (
    input: Schema.Struct<Input>["Type"]
  ) => Effect.Effect<Success["Type"], InstanceType<Faults[number]>, R>
}

/** An operation with its types erased, as the surfaces see it. */
export interface Any extends Omit<
  Operation<string, {}, Schema.Top, ReadonlyArray<FaultClass>, any>,
  "input" | "prepare" | "run" | "http"
> {
  readonly http?: Http | undefined
  readonly input: Schema.Struct.Fields
  readonly prepare?: (input: any) => Effect.Effect<any, any, any>
  readonly run: (input: any) => Effect.Effect<any, any, any>
}

export type Routed = Any & { readonly http: Http }

export const make = <
  const Id extends string,
  Input extends Schema.Struct.Fields,
  Success extends Schema.Top,
  const Faults extends ReadonlyArray<FaultClass>,
  R,
  P = never
>(
  id: Id,
  options: Omit<Operation<Id, Input, Success, Faults, R, P>, "id">
): Operation<Id, Input, Success, Faults, R | P> => ({ ...options, id })

/** Services an operation, or a union of them, needs to run. */
export type Services<O> = O extends Operation<any, any, any, any, infer R> ? R : never

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

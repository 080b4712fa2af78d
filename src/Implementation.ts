/** The implementations of operations, one entry per operation id. The compiler checks each against its contract. */
import type { Effect } from "effect"
import type * as Page from "../schema/Page.ts"
import type * as Operation from "./contract/Operation.ts"
import type * as Written from "./domain/platform/Written.ts"

type Run<O extends Operation.Any, A> = (
  input: Operation.Input<O>
) => Effect.Effect<A, InstanceType<O["faults"][number]>, any>

interface Parts<O extends Operation.Any> {
  readonly run: Run<O, Written.Or<O["success"]["Type"]>>
  /** Why the operation can't be done at all, whatever record it names: fails before one is looked for. */
  readonly closed?: Effect.Effect<void, InstanceType<O["faults"][number]>, any>
  /**
   * Slow work on the input, such as fetching what it points to. Runs before a write's transaction opens, and not for
   * a replay. Returns the input fields it replaces.
   */
  readonly prepare?: Run<O, Partial<Operation.Input<O>>>
  /**
   * What a dry run does instead of `prepare`, which reaches outside: the input fields it replaces, and what stays untried, in
   * words. An operation with `prepare` has it.
   */
  readonly rehearse?: (
    input: Operation.Input<O>
  ) => Effect.Effect<
    { readonly replaced: Partial<Operation.Input<O>>; readonly notRehearsed: ReadonlyArray<string> },
    InstanceType<O["faults"][number]>,
    any
  >
  /** For a read that may wait for news: runs before the call takes a share of the database. */
  readonly awaits?: Run<O, void>
  /**
   * For a read: which inputs cost the database so much that few of them run at once, by the measurements in
   * docs/operations/scale.md. Left out: none.
   */
  readonly costly?: (input: Operation.Input<O>) => boolean
  /**
   * For a read: which inputs cost the database so little that those who ask at once may share a connection. Only prepared statements
   * share it, and of these not what is run `apart`.
   */
  readonly light?: (input: Operation.Input<O>) => boolean
  /** For a list: a page of its `compact` rows, if they hold what full rows don't. */
  readonly brief?: Run<O, Page.Page<unknown>>
  /** For a list: what a broader search would find. Agents are told this if the first page is empty. */
  readonly wider?: Run<O, string | undefined>
}

interface Warning<O extends Operation.Any> extends Parts<O> {
  /** A warning to send with the answer: a header in REST (so plain ASCII), `warnings` in a tool's result. */
  readonly warns: (input: Operation.Input<O>, success: O["success"]["Encoded"]) => string | undefined
}

/** Just `run`, or `run` with the other parts. An operation that may warn must have `warns`. */
type Entry<O extends Operation.Any> = true extends O["mayWarn"]
  ? Warning<O>
  : Run<O, Written.Or<O["success"]["Type"]>> | Parts<O>

/** Exactly one entry per operation of a contract: `{…} satisfies Implementation.Of<…>`. */
export type Of<Operations extends ReadonlyArray<Operation.Any>> = {
  readonly [O in Operations[number] as O["id"]]: Entry<O>
}

/** An implementation with its types erased. */
export interface Any {
  readonly run: (input: any) => Effect.Effect<any, any, any>
  readonly closed?: Effect.Effect<void, any, any>
  readonly prepare?: (input: any) => Effect.Effect<any, any, any>
  readonly rehearse?: (
    input: any
  ) => Effect.Effect<{ readonly replaced: object; readonly notRehearsed: ReadonlyArray<string> }, any, any>
  readonly awaits?: (input: any) => Effect.Effect<void, any, any>
  readonly costly?: (input: any) => boolean
  readonly light?: (input: any) => boolean
  readonly brief?: (input: any) => Effect.Effect<any, any, any>
  readonly wider?: (input: any) => Effect.Effect<string | undefined, any, any>
  readonly warns?: (input: any, success: any) => string | undefined
}

/** An operation joined with its implementation, as the surfaces run it. */
export type Runnable = Operation.Any &
  Any & {
    /** Replaces names in the input by ids. A tool's operation has it. */
    readonly resolve?: (input: any) => Effect.Effect<object, any, any>
    /** The reads whose ETags it takes as If-Match. */
    readonly preconditions?: () => ReadonlyArray<Operation.Precondition<Runnable>>
  }

type ServicesOf<Part> = Part extends (...args: any) => Effect.Effect<any, any, infer R> ? R : never

/** The services that implementations need to run. */
export type Services<Entry> = Entry extends Any ? ServicesOf<Entry[keyof Entry]> : ServicesOf<Entry>

/** Joins each operation with its implementation. */
export const join = <const Operations extends ReadonlyArray<Operation.Any>>(
  operations: Operations,
  implementations: Of<Operations>
): ReadonlyArray<Runnable> =>
  operations.map((operation) => {
    const entry = implementations[operation.id as keyof Of<Operations>] as Any | Any["run"]
    return typeof entry === "function" ? { ...operation, run: entry } : { ...operation, ...entry }
  })

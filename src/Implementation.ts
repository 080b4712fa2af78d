/** The implementations of operations, one entry per operation id. The compiler checks each against its contract. */
import type { Effect } from "effect"
import type { Fault } from "../schema/Fault.ts"
import type * as Page from "../schema/Page.ts"
import type * as Operation from "./contract/Operation.ts"
import type * as SerializedJson from "./values/SerializedJson.ts"

/** Of an operation with the input `I`, the success `A`, in JSON `J`, and the faults `E`. Any services may be needed. */
interface Parts<I, A, J, E> {
  readonly run: (input: I) => Effect.Effect<A, E, unknown>
  /** Why the operation can't be done at all, whatever record it names: fails before one is looked for. */
  readonly closed?: Effect.Effect<void, E, unknown>
  /**
   * Slow work on the input, such as fetching what it points to. Runs before a write's transaction opens, and not for
   * a replay. Returns the input fields it replaces.
   */
  readonly prepare?: (input: I) => Effect.Effect<Partial<I>, E, unknown>
  /**
   * What a dry run does instead of `prepare`, which reaches outside: the input fields it replaces, and what stays untried, in
   * words. An operation with `prepare` has it.
   */
  readonly rehearse?: (
    input: I
  ) => Effect.Effect<
    { readonly replaced: Partial<I>; readonly notRehearsed: ReadonlyArray<string> },
    E,
    unknown
  >
  /** For a read that may wait for news: runs before the call takes a share of the database. */
  readonly awaits?: (input: I) => Effect.Effect<void, E, unknown>
  /** For a read: which inputs cost the database so much that few of them run at once. Left out: none. */
  readonly costly?: (input: I) => boolean
  /**
   * For a read: which inputs cost the database so little that those who ask at once may share a connection. Only prepared statements
   * share it, and of these not what is run `apart`.
   */
  readonly light?: (input: I) => boolean
  /** For a list: a page of its `compact` rows, if they hold what full rows don't. */
  readonly brief?: (input: I) => Effect.Effect<Page.Page<unknown>, E, unknown>
  /** For a list: what a broader search would find. Agents are told this if the first page is empty. */
  readonly wider?: (input: I) => Effect.Effect<string | undefined, E, unknown>
  /** A warning to send with the answer: a header in REST (so plain ASCII), `warnings` in a tool's result. */
  readonly warns?: (input: I, success: J) => string | undefined
}

type PartsOf<O extends Operation.Any> = Parts<
  Operation.Input<O>,
  SerializedJson.Or<O["success"]["Type"]>,
  O["success"]["Encoded"],
  InstanceType<O["faults"][number]>
>

/** Just `run`, or `run` with the other parts. Exactly an operation that may warn has `warns`. */
type Entry<O extends Operation.Any> = true extends O["mayWarn"]
  ? PartsOf<O> & Required<Pick<PartsOf<O>, "warns">>
  : PartsOf<O>["run"] | Omit<PartsOf<O>, "warns">

/** Exactly one entry per operation of a contract: `{…} satisfies Implementation.Of<…>`. */
export type Of<Operations extends ReadonlyArray<Operation.Any>> = {
  readonly [O in Operations[number] as O["id"]]: Entry<O>
}

/** An implementation with its types erased. */
type Any = Parts<any, any, any, Fault>

/** An operation joined with its implementation, as the surfaces run it. */
export type Runnable = Operation.Any &
  Any & {
    /** Replaces names in the input by ids. A tool's operation has it. */
    readonly resolve?: (input: any) => Effect.Effect<object, Fault, unknown>
    /** The reads whose ETags it takes as If-Match. */
    readonly preconditions?: () => ReadonlyArray<Operation.Precondition<Runnable>>
  }

type ServicesOf<Part> = Part extends (...args: never) => Effect.Effect<unknown, unknown, infer R> ? R : never

/** The services that implementations need to run. */
export type Services<Entry> = Entry extends Any ? ServicesOf<Entry[keyof Entry]> : ServicesOf<Entry>

/** Joins an operation with its implementation, which was checked against it. */
export const runnable = (operation: Operation.Any, implementation: unknown): Runnable => {
  const entry = implementation as Any | Any["run"]
  return typeof entry === "function" ? { ...operation, run: entry } : { ...operation, ...entry }
}

/** Joins each operation with its implementation. */
export const join = <const Operations extends ReadonlyArray<Operation.Any>>(
  operations: Operations,
  implementations: Of<Operations>
): ReadonlyArray<Runnable> =>
  operations.map((operation) => runnable(operation, implementations[operation.id as keyof Of<Operations>]))

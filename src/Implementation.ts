/** Implementations of operations, one entry per operation ID. The compiler checks each against its contract. */
import type { Effect } from "effect"
import type { Fault } from "../schema/Fault.ts"
import type * as Page from "../schema/Page.ts"
import type * as Operation from "./contract/Operation.ts"
import type * as SerializedJson from "./shared/SerializedJson.ts"

/** Parts of an operation with input `I`, success `A`, its JSON `J`, and errors `E`. It may need any services. */
interface Parts<I, A, J, E> {
  readonly run: (input: I) => Effect.Effect<A, E, unknown>
  /** Fails if the operation isn't possible for any record. Runs before a record is looked up. */
  readonly checkAvailable?: Effect.Effect<void, E, unknown>
  /**
   * Slow work on the input, such as downloading a file. Runs before a write's transaction, and not for a replay. Returns the replaced input
   * fields.
   */
  readonly prepare?: (input: I) => Effect.Effect<Partial<I>, E, unknown>
  /**
   * Replaces `prepare` in a dry run, without external requests: the replaced input fields, and descriptions of what isn't tested. Every
   * operation with `prepare` has it.
   */
  readonly simulate?: (
    input: I
  ) => Effect.Effect<
    { readonly replaced: Partial<I>; readonly notRehearsed: ReadonlyArray<string> },
    E,
    unknown
  >
  /** For a read that may wait for events. Runs before the call takes a share of the database. */
  readonly waitFor?: (input: I) => Effect.Effect<void, E, unknown>
  /** For a read: inputs so expensive that only a few run at once. Defaults to none. */
  readonly isCostly?: (input: I) => boolean
  /**
   * For a read: inputs so cheap that concurrent reads may share a connection. Only prepared statements share it, except those run `apart`.
   */
  readonly isLight?: (input: I) => boolean
  /** For a list: a page of `compact` rows, if they contain what full rows don't. */
  readonly listCompact?: (input: I) => Effect.Effect<Page.Page<unknown>, E, unknown>
  /** For a list: the matches of a broader search, which agents are told if the first page is empty. */
  readonly suggestWider?: (input: I) => Effect.Effect<string | undefined, E, unknown>
  /** A warning sent with the answer: a header in REST (so plain ASCII), `warnings` in a tool's result. */
  readonly warns?: (input: I, success: J) => string | undefined
}

type PartsOf<O extends Operation.Any> = Parts<
  Operation.Input<O>,
  SerializedJson.Or<O["success"]["Type"]>,
  O["success"]["Encoded"],
  InstanceType<O["faults"][number]>
>

/** Either `run` alone or with other parts. Only an operation that may warn has `warns`, unless it sets a `CallWarning`. */
type Entry<O extends Operation.Any> =
  | PartsOf<O>["run"]
  | (true extends O["mayWarn"] ? PartsOf<O> : Omit<PartsOf<O>, "warns">)

/** Exactly one entry per operation of a contract: `{…} satisfies Implementation.Of<…>`. */
export type Of<Operations extends ReadonlyArray<Operation.Any>> = {
  readonly [O in Operations[number] as O["id"]]: Entry<O>
}

/** An implementation with its types erased. */
type Any = Parts<any, any, any, Fault>

/** An operation joined with its implementation, as the surfaces run it. */
export type Runnable = Operation.Any &
  Any & {
    /** Replaces names in the input by IDs. Only operations of tools have it. */
    readonly resolve?: (input: any) => Effect.Effect<object, Fault, unknown>
    /** The reads whose ETags it accepts as If-Match. */
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

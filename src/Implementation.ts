/** What an operation does, held by the compiler to what its contract says: one entry for each, under its id. */
import type { Effect } from "effect"
import type * as Operation from "./contract/Operation.ts"

/** What it answers, of what it is asked. */
type Run<O extends Operation.Any, A> = (
  input: Operation.Input<O>
) => Effect.Effect<A, InstanceType<O["faults"][number]>, any>

interface Parts<O extends Operation.Any> {
  readonly run: Run<O, O["success"]["Type"]>
  /**
   * Work on the input that waits for others, such as fetching what it points to: done before the transaction
   * of a write opens, and not at all for a replay. Answers the fields it replaces.
   */
  readonly prepare?: Run<O, Partial<Operation.Input<O>>>
  /** Of a list: what a wider one would find, told to agents where the first page is empty. */
  readonly wider?: Run<O, string | undefined>
}

interface Warning<O extends Operation.Any> extends Parts<O> {
  /** What a caller should know beside the answer, in plain ASCII: a header of REST, `warnings` in a tool's result. */
  readonly warns: (input: Operation.Input<O>, success: O["success"]["Encoded"]) => string | undefined
}

/** `run`, by itself if there is no more to it. An operation that may warn says how. */
type Entry<O extends Operation.Any> = true extends O["mayWarn"]
  ? Warning<O>
  : Run<O, O["success"]["Type"]> | Parts<O>

/** An entry for each operation of a contract, none left out and none besides: `{…} satisfies Implementation.Of<…>`. */
export type Of<Operations extends ReadonlyArray<Operation.Any>> = {
  readonly [O in Operations[number] as O["id"]]: Entry<O>
}

/** What an operation does, with its types erased. */
export interface Any {
  readonly run: (input: any) => Effect.Effect<any, any, any>
  readonly prepare?: (input: any) => Effect.Effect<any, any, any>
  readonly wider?: (input: any) => Effect.Effect<string | undefined, any, any>
  readonly warns?: (input: any, success: any) => string | undefined
}

/** An operation with what it does, as the surfaces run it. */
export type Runnable = Operation.Any & Any

type ServicesOf<Part> = Part extends (...args: any) => Effect.Effect<any, any, infer R> ? R : never

/** The services that implementations need to run. */
export type Services<Entry> = Entry extends Any ? ServicesOf<Entry[keyof Entry]> : ServicesOf<Entry>

/** Joins each operation with what it does. */
export const join = <const Operations extends ReadonlyArray<Operation.Any>>(
  operations: Operations,
  implementations: Of<Operations>
): ReadonlyArray<Runnable> =>
  operations.map((operation) => {
    const entry = implementations[operation.id as keyof Of<Operations>] as Any | Any["run"]
    return typeof entry === "function" ? { ...operation, run: entry } : { ...operation, ...entry }
  })

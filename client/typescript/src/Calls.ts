/** The shapes of an operation: what it takes, and the ways to call it. */
import type { Failure } from "./PipelineError.ts"
import type { Pages } from "./Pages.ts"
import type { DryRun, FaultCodes, Scope } from "./generated/Types.ts"

/** Options of any call. */
export interface ReadOptions {
  /** Ends the call, also while it waits to try again. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the call with all its tries. */
  readonly timeout?: number | undefined
  /** How often it is tried again at most. */
  readonly retries?: number | undefined
  /** Asks for less than the credential holds. */
  readonly scope?: readonly Scope[] | undefined
}

/** Options of a write. */
export interface WriteOptions extends ReadOptions {
  /** Left out: a random one for each call, so that no try does it twice. Your own makes repeating the call safe, too. */
  readonly idempotencyKey?: string | undefined
  /** The plan of a dry run: it is done only if nothing that the dry run read has changed. */
  readonly plan?: string | undefined
  /** The ETag of the record as you have read it: the write is done only if the record still has it, else it fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined
}

/** What a call that does not throw resolves to. */
export type Result<Value, Error> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Error }

/** The input may be left out if no field of it is required. */
type Arguments<Input, Options> = {} extends Input
  ? [input?: Input, options?: Options]
  : [input: Input, options?: Options]

/** Types of fault that any call may end with. */
type Usual =
  | "authentication_error"
  | "permission_error"
  | "invalid_request_error"
  | "rate_limit_error"
  | "api_error"
  | "connection_error"

/** Those of any write. */
type OfWrites = "conflict_error" | "unsupported_media_type" | "approval_pending"

/** Reads. */
export interface Read<Input, Value, Faults extends keyof FaultCodes = never> {
  (...args: Arguments<Input, ReadOptions>): Promise<Value>
  /** The same without throwing: `{ ok, value }` or `{ ok, error }`, the error a union by `type` and `code`. */
  safe(...args: Arguments<Input, ReadOptions>): Promise<Result<Value, Failure<Usual | Faults>>>
}

/** What a dry run found: nothing was done. */
export interface Rehearsed<Value> extends Omit<DryRun["dryRun"], "answer"> {
  /** What the call would answer; ids and secrets in it are not kept. */
  readonly answer: Value
}

/** Writes, with an idempotency key. */
export interface Write<Input, Value, Faults extends keyof FaultCodes = never> {
  (...args: Arguments<Input, WriteOptions>): Promise<Value>
  /** The same without throwing: `{ ok, value }` or `{ ok, error }`, the error a union by `type` and `code`. */
  safe(...args: Arguments<Input, WriteOptions>): Promise<Result<Value, Failure<Usual | OfWrites | Faults>>>
  /** Does it and takes it back: what it would answer, change and send. Its `plan` makes the call do just that. */
  dryRun(...args: Arguments<Input, Omit<WriteOptions, "plan">>): Promise<Rehearsed<Value>>
}

/** Lists: awaited, one page; in `for await`, every item. */
export interface List<
  Input,
  Item,
  Page extends { readonly data: Item[] },
  Faults extends keyof FaultCodes = never
> {
  (...args: Arguments<Input, ReadOptions>): Pages<Item, Page>
  /** One page without throwing: `{ ok, value }` or `{ ok, error }`, the error a union by `type` and `code`. */
  safe(...args: Arguments<Input, ReadOptions>): Promise<Result<Page, Failure<Usual | Faults>>>
}

/** A file, read item by item as it arrives. */
export type File<Input, Item> = (...args: Arguments<Input, ReadOptions>) => AsyncIterable<Item>

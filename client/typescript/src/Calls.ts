/** The types of an operation: its input, and the ways to call it. */
import type { Failure } from "./PipelineError.ts"
import type { Pages } from "./Pages.ts"
import type { DryRun, FaultCodes, Scope } from "./generated/Types.ts"

/** Options of any call. */
export interface ReadOptions {
  /** Aborts the call, including while it waits for a retry. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the call including its retries. */
  readonly timeout?: number | undefined
  /** The maximum number of retries. */
  readonly retries?: number | undefined
  /** Restricts the call to some of the credential's scopes. */
  readonly scope?: readonly Scope[] | undefined
}

/** Options of a write. */
export interface WriteOptions extends ReadOptions {
  /** The default is a random key per call, so that retries never repeat the write. With your own key, repeating the call is safe too. */
  readonly idempotencyKey?: string | undefined
  /** The plan of a dry run. The write is done only if nothing that the dry run read has changed. */
  readonly plan?: string | undefined
  /** The ETag of the record as you read it. If the record has changed since, the write fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined
}

/** The result of a call that doesn't throw. */
export type Result<Value, Error> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Error }

/** The input is optional if none of its fields is required. */
type Arguments<Input, Options> = {} extends Input
  ? [input?: Input, options?: Options]
  : [input: Input, options?: Options]

/** Fault types of every call. */
type Usual =
  | "authentication_error"
  | "permission_error"
  | "invalid_request_error"
  | "rate_limit_error"
  | "api_error"
  | "connection_error"

/** Fault types of every write. */
type OfWrites = "conflict_error" | "unsupported_media_type" | "approval_pending"

/** A read. */
export interface Read<Input, Value, Faults extends keyof FaultCodes = never> {
  (...args: Arguments<Input, ReadOptions>): Promise<Value>
  /** Like the call, but doesn't throw: `{ ok, value }` or `{ ok, error }`, where the error is a union by `type` and `code`. */
  safe(...args: Arguments<Input, ReadOptions>): Promise<Result<Value, Failure<Usual | Faults>>>
}

/** The result of a dry run, after which nothing has changed. */
export interface Rehearsed<Value> extends Omit<DryRun["dryRun"], "answer"> {
  /** The result that the call would have. Its ids and secrets aren't stored. */
  readonly answer: Value
}

/** A write, with an idempotency key. */
export interface Write<Input, Value, Faults extends keyof FaultCodes = never> {
  (...args: Arguments<Input, WriteOptions>): Promise<Value>
  /** Like the call, but doesn't throw: `{ ok, value }` or `{ ok, error }`, where the error is a union by `type` and `code`. */
  safe(...args: Arguments<Input, WriteOptions>): Promise<Result<Value, Failure<Usual | OfWrites | Faults>>>
  /** Runs the write and rolls it back. It returns the result, changes and events; `plan` makes the call do exactly that. */
  dryRun(...args: Arguments<Input, Omit<WriteOptions, "plan">>): Promise<Rehearsed<Value>>
}

/** A list: returns a page when awaited, and every item in `for await`. */
export interface List<
  Input,
  Item,
  Page extends { readonly data: Item[] },
  Faults extends keyof FaultCodes = never
> {
  (...args: Arguments<Input, ReadOptions>): Pages<Item, Page>
  /** One page without throwing: `{ ok, value }` or `{ ok, error }`, where the error is a union by `type` and `code`. */
  safe(...args: Arguments<Input, ReadOptions>): Promise<Result<Page, Failure<Usual | Faults>>>
}

/** A file, read item by item as it arrives. */
export type File<Input, Item> = (...args: Arguments<Input, ReadOptions>) => AsyncIterable<Item>

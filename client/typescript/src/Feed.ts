/** Follows the feed of changes by long polling. */
import type { ReadOptions } from "./Calls.ts"
import type { Change, ChangeList, EventsListInput } from "./generated/Types.ts"
import { PipelineError } from "./PipelineError.ts"

export interface FollowOptions extends ReadOptions {
  /** The cursor to continue from: the `cursor` of an earlier feed. */
  readonly cursor?: string | undefined
  /** The start without a cursor, in ISO 8601. By default, the feed starts with the oldest stored change. */
  readonly since?: string | undefined
  /** Seconds for which a request waits for changes, from 1 to 20. */
  readonly wait?: number | undefined
}

type List = (input: EventsListInput, options: ReadOptions) => PromiseLike<ChangeList>

/** A shorter outage than this is waited for, in milliseconds. */
const maxOutage = 600_000

const isAborted = (error: unknown) => error instanceof PipelineError && error.code === "aborted"

/** Changes as they happen, oldest first; `signal` ends the feed. */
export class Feed implements AsyncIterable<Change> {
  /** The position after all handled changes. Store it to continue from there. Changes of an interrupted page come again. */
  cursor: string | undefined
  readonly #list: List
  readonly #options: FollowOptions

  constructor(list: List, options: FollowOptions) {
    const { cursor, wait = 20 } = options
    if (!(Number.isInteger(wait) && wait >= 1 && wait <= 20))
      throw new RangeError(`wait is ${wait}: it must be a whole number of seconds from 1 to 20.`)
    this.cursor = cursor
    this.#list = list
    this.#options = { timeout: maxOutage, retries: Infinity, ...options, wait }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    const { since, wait, ...options } = this.#options
    try {
      while (!options.signal?.aborted) {
        const from =
          this.cursor === undefined ? (since === undefined ? {} : { since }) : { cursor: this.cursor }
        const page = await this.#list({ ...from, wait: wait!, limit: 100 }, options)
        yield* page.data
        this.cursor = page.nextCursor
      }
    } catch (error) {
      if (!isAborted(error)) throw error
    }
  }
}

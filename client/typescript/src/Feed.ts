/** Follows the feed of changes by long polling. */
import type { ReadOptions } from "./Calls.ts"
import type { Change, ChangeList, EventsListInput } from "./generated/Types.ts"
import { PipelineError } from "./PipelineError.ts"

export interface FollowOptions extends ReadOptions {
  /** Where to go on: the `cursor` of a feed followed before. */
  readonly cursor?: string | undefined
  /** Without a cursor: from this time on, ISO 8601. Left out: from the oldest change that is kept. */
  readonly since?: string | undefined
  /** Seconds that a request waits for news, from 1 to 20. */
  readonly wait?: number | undefined
}

type List = (input: EventsListInput, options: ReadOptions) => PromiseLike<ChangeList>

/** An outage that is shorter than this is waited for. */
const patience = 600_000

const isAborted = (error: unknown) => error instanceof PipelineError && error.code === "aborted"

/** Changes as they happen, oldest first; `signal` ends it. */
export class Feed implements AsyncIterable<Change> {
  /** After all changes that were handled: store it, and follow from there. Changes of a page that was broken off come again. */
  cursor: string | undefined
  readonly #list: List
  readonly #options: FollowOptions

  constructor(list: List, options: FollowOptions) {
    const { cursor, wait = 20 } = options
    if (!(Number.isInteger(wait) && wait >= 1 && wait <= 20))
      throw new RangeError(`wait is ${wait}: it must be a whole number of seconds from 1 to 20.`)
    this.cursor = cursor
    this.#list = list
    this.#options = { timeout: patience, retries: Infinity, ...options, wait }
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

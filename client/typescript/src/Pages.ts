/** A list that returns one page when awaited, or all items when iterated. */

import { PipelineError } from "./PipelineError.ts"

export interface Turn<Item> {
  readonly data: Item[]
  readonly hasMore?: boolean
  readonly nextCursor?: string | null
}

/** Reading on after a repeated cursor would never end. */
const repeated = (cursor: string) =>
  new PipelineError({
    type: "connection_error",
    code: "unexpected_answer",
    message: `The answer is not the service's: a page names itself as the next one, by the cursor ${cursor}.`
  })

export class Pages<Item, Page extends Turn<Item>> implements Promise<Page>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = "Pages"
  readonly #read: (cursor: string | undefined) => Promise<Page>
  #first: Promise<Page> | undefined

  constructor(read: (cursor: string | undefined) => Promise<Page>) {
    this.#read = read
  }

  #page() {
    return (this.#first ??= this.#read(undefined))
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
  then<A = Page, B = never>(
    resolved?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((error: unknown) => B | PromiseLike<B>) | null
  ): Promise<A | B> {
    return this.#page().then(resolved, rejected)
  }

  catch<B = never>(rejected?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page | B> {
    return this.#page().catch(rejected)
  }

  finally(after?: (() => void) | null): Promise<Page> {
    return this.#page().finally(after)
  }

  /** Page by page, each read on demand. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let cursor: string | undefined; ;) {
      const page = await this.#read(cursor)
      yield page
      if (page.hasMore !== true || typeof page.nextCursor !== "string") return
      if (page.nextCursor === cursor) throw repeated(cursor)
      cursor = page.nextCursor
    }
  }

  /** All items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }
}

/** Cursor pagination, used by all lists. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

export const DefaultLimit = 25

export const Limit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 100 }, { expected: "an integer from 1 to 100" })
)

/** The parameters of every list. */
export const parameters = {
  limit: Field.of("Limit", "Items at most.", Field.optional(Limit.annotate({ default: DefaultLimit }))),
  cursor: Field.of(
    "Cursor",
    "`nextCursor` of the page before, with the same filters; left out, page 1.",
    Field.optional(Schema.String)
  )
}

export interface Parameters {
  readonly limit?: number
  readonly cursor?: string
}

/** The fields of a response that describe the next page. */
export const turn = {
  hasMore: Field.of("Has more", "true if there is another page.", Schema.Boolean),
  nextCursor: Field.of(
    "Next cursor",
    "Value of `cursor` for the next page; null on the last.",
    Schema.NullOr(Schema.String)
  )
}

/** The response of a paginated list. */
export const of = <Item extends Schema.Top>(identifier: string, item: Item) =>
  Schema.Struct({
    data: Field.of("Items", "The items of this page.", Schema.Array(item)),
    ...turn
  }).annotate({ identifier })

/** The response of a list without pagination. */
export const whole = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({ data: Field.of("Items", "All of them.", Schema.Array(item)) })

/** Returns the cursor after the first `rows` of a page, for callers that show fewer rows than were read. Not sent to clients. */
export const cursorAfter: unique symbol = Symbol("cursorAfter")

export interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly [cursorAfter]?: (rows: number) => string
}

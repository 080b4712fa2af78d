/** Cursor pagination, the same for every list. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

export const DefaultLimit = 25

export const Limit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 100 }, { expected: "an integer from 1 to 100" })
)

/** The two parameters every list takes. */
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

/** What an answer says of the page after it. */
export const turn = {
  hasMore: Field.of("Has more", "Whether there is a page after this one.", Schema.Boolean),
  nextCursor: Field.of(
    "Next cursor",
    "What `cursor` takes for the next page; null on the last.",
    Schema.NullOr(Schema.String)
  )
}

/** The list envelope of SPEC.md. */
export const of = <Item extends Schema.Top>(identifier: string, item: Item) =>
  Schema.Struct({
    data: Field.of("Items", "The items of this page.", Schema.Array(item)),
    ...turn
  }).annotate({ identifier })

/** A list that is answered whole. */
export const whole = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({ data: Field.of("Items", "All of them.", Schema.Array(item)) })

/** The cursor that continues after the first `rows` of a page, for who shows fewer than were read. Never sent. */
export const cursorAfter: unique symbol = Symbol("cursorAfter")

export interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly [cursorAfter]?: (rows: number) => string
}

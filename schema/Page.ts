/** Cursor pagination, the same for every list. */
import { Schema } from "effect"

export const DefaultLimit = 25

export const Limit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 100 }, { expected: "an integer from 1 to 100" })
)

/** The two parameters every list takes. */
export const parameters = {
  limit: Schema.optionalKey(Limit.annotate({ default: DefaultLimit, description: "Items at most." })),
  cursor: Schema.optionalKey(
    Schema.String.annotate({
      description: "`nextCursor` of the page before, with the same filters; empty, page 1.",
      examples: [""]
    })
  )
}

export interface Parameters {
  readonly limit?: number
  readonly cursor?: string
}

/** The list envelope of SPEC.md. */
export const of = <Item extends Schema.Top>(identifier: string, item: Item) =>
  Schema.Struct({
    data: Schema.Array(item),
    hasMore: Schema.Boolean,
    nextCursor: Schema.NullOr(Schema.String)
  }).annotate({ identifier })

export interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

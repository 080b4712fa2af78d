/** Optional parts of a response, requested by name with `include`. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import * as Page from "./Page.ts"

/** The number of items in a part unless `limit` is sent. */
export const DefaultLimit = 10

/** The parameters of a read with parts. In REST, the names are separated by commas, or the parameter is repeated. */
export const parameters = <const Names extends ReadonlyArray<string>>(description: string, names: Names) => ({
  include: Field.of(
    "Include",
    description,
    Field.optional(
      Schema.Array(Schema.Literals(names)).check(
        Schema.isMaxLength(2 * names.length, { expected: `at most ${2 * names.length} names` })
      )
    )
  ),
  limit: Field.of("Limit", "10 if left out.", Field.optional(Page.Limit.annotate({ default: DefaultLimit }))),
  cursor: Field.of("Cursor", "nextCursor of the part.", Field.optional(Schema.String))
})

/** Whether an input, decoded or not, includes the part. */
export const asks =
  (part: string) =>
  ({ include }: Readonly<Record<string, unknown>>): boolean =>
    Array.isArray(include) && include.includes(part)

/** The example of a resource, used to build the example of its details. */
export const exampleOf = (schema: Schema.Top): object => {
  const [example = {}] = (Schema.resolveAnnotations(schema)?.["examples"] ?? []) as ReadonlyArray<object>
  return example
}

/** A part in short form. */
export const Summary = Schema.Struct({
  data: Field.of("Items", "Newest first.", Schema.Array(Schema.Json)),
  ...Page.turn
})

const ours = <S extends Schema.Top>(title: string, schema: S) =>
  Field.writtenBy("service", Field.of(title, "Told by the service.", schema))

/** Like `Summary`, for items that repeat the content of fields in addition to the event, its actor and its time. */
export const ToldChanges = Schema.Struct({
  ...Summary.fields,
  data: Field.writtenBy(
    "anyone",
    Field.like(
      Summary.fields.data,
      Schema.Array(
        Schema.StructWithRest(
          Schema.Struct({
            event: ours("Event", Schema.Json),
            by: ours("By", Field.optional(Schema.String)),
            createdAt: ours("Created", Field.Timestamp),
            entryId: ours("Entry", Field.optional(Schema.String))
          }),
          [Schema.Record(Schema.String, Schema.Json)]
        )
      )
    )
  )
})

export const summarize = <Item>(page: Page.Page<Item>, one: (item: Item) => object): Page.Page<object> => ({
  ...page,
  data: page.data.map(one)
})

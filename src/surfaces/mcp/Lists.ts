/** Shortens lists for agents: compact rows unless full ones are asked for, and an early end before the limit. */
import { Effect, Schema } from "effect"
import * as Page from "../../../schema/Page.ts"
import type * as Operation from "../../contract/Operation.ts"
import type * as Implementation from "../../Implementation.ts"
import type { Fields } from "../http/Fields.ts"
import { budget, bytesOf } from "./Budget.ts"

const Detail = Schema.optionalKey(
  Schema.Literals(["compact", "full"]).annotate({
    default: "compact",
    description: "full: every field, as the get tool returns it."
  })
)

const notice = (shown: number, more: string) =>
  `Ended after ${shown} rows to stay near 8,000 tokens. For the next, call again with cursor = nextCursor${more}.`

/** How many rows fit; at least one is always returned. */
const fitting = (rows: ReadonlyArray<unknown>): number => {
  let bytes = 0
  const over = rows.findIndex((row) => (bytes += bytesOf(row)) > budget)
  return over < 0 ? rows.length : Math.max(1, over)
}

const page = (row: Schema.Top) =>
  Schema.Struct({
    data: Schema.Array(row),
    ...Page.turn,
    notice: Schema.optionalKey(Schema.String),
    hint: Schema.optionalKey(Schema.String)
  })

type Any = Page.Page<unknown>

/** The schema of a tool's result, if it differs from the operation's. */
export interface Shown {
  readonly shown?: Schema.Top
}

/** The row schema of a list operation; undefined for others. */
const rowOf = ({ success }: Operation.Any): Schema.Top | undefined => {
  const fields = (success as { readonly fields?: Schema.Struct.Fields }).fields
  const data = fields?.["nextCursor"] === undefined ? undefined : fields["data"]
  return (data as { readonly value?: Schema.Top } | undefined)?.value
}

/** The fields that full and compact rows share, for the result's schema. */
const described = (full: Schema.Top, compact: Schema.Top | undefined): Schema.Top => {
  const fullFields = (full as unknown as Schema.Struct<Schema.Struct.Fields>).fields
  const fields = (compact as unknown as Schema.Struct<Schema.Struct.Fields> | undefined)?.fields
  if (fields === undefined) return page(full)
  return page(
    Schema.Struct(
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          name,
          name in fullFields ? field : Schema.optionalKey(field as Schema.Top)
        ])
      )
    )
  )
}

/** The operation as a tool describes it. */
export const describe = <O extends Operation.Any>(operation: O): O & Shown => {
  const row = rowOf(operation)
  if (row === undefined) return operation
  const { compact } = operation
  return {
    ...operation,
    input: compact === undefined ? operation.input : { ...operation.input, detail: Detail },
    success: page(compact === undefined ? row : Schema.Union([row, compact.row])),
    shown: described(row, compact?.row)
  }
}

/**
 * The operation as a tool runs it. If a page is too long, it is queried again with as many rows as fit, so that its
 * cursor continues right after them.
 */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  if (rowOf(operation) === undefined) return operation
  const { compact } = operation
  const render = (detail: unknown, rows: ReadonlyArray<unknown>) =>
    compact === undefined || detail === "full" ? rows : rows.map(compact.of)

  const run = Effect.fnUntraced(function* ({ detail, ...input }: Fields) {
    const whole: Any = yield* operation.run(input)
    if (whole.data.length === 0 && operation.wider !== undefined && input["cursor"] === undefined) {
      const hint = yield* operation.wider(input)
      return hint === undefined ? whole : { ...whole, hint }
    }
    const rows = render(detail, whole.data)
    const fit = fitting(rows)
    if (fit === rows.length) return { ...whole, data: rows }
    const part: Any = yield* operation.run({ ...input, limit: fit })
    const more = detail === "full" ? ", or ask for detail compact" : ""
    return { ...part, data: render(detail, part.data), notice: notice(part.data.length, more) }
  })

  return { ...operation, run }
}

/** Shortens lists for agents: rows are compact by default, and a page ends before the size limit. */
import { Effect, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"
import * as Page from "../../../../schema/Page.ts"
import type * as Operation from "../../../contract/Operation.ts"
import * as SerializedJson from "../../../shared/SerializedJson.ts"
import type * as Implementation from "../../../Implementation.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { fitting } from "./Budget.ts"
import * as UntrustedText from "./UntrustedText.ts"
import * as ColumnExtraction from "./ColumnExtraction.ts"
import * as Provenance from "./Provenance.ts"
import * as UnpaginatedLists from "./UnpaginatedLists.ts"

const Detail = Schema.optionalKey(
  Schema.Literals(["compact", "full"]).annotate({
    description: "full: all fields."
  })
)

/** The page parameters with short descriptions. */
const paging = {
  limit: Field.of("Limit", `At most 100; default ${Page.DefaultLimit}.`, Page.parameters.limit),
  cursor: Field.of("Cursor", "Last nextCursor.", Page.parameters.cursor)
}

const notice = (count: number, more: string) =>
  `Ended after ${count} rows to stay near 8,000 tokens. For the next, call again with cursor = nextCursor${more}.`

const page = (row: Schema.Top, extraFields: Schema.Struct.Fields = {}) =>
  Schema.Struct({
    data: Schema.Array(row),
    ...extraFields,
    ...Page.turn,
    notice: Schema.optionalKey(Schema.String),
    hint: Schema.optionalKey(Schema.String)
  })

type Any = Page.Page<unknown>

/** The schema of a tool's result, if it differs from the operation's. */
export interface ResultSchema {
  readonly shown?: Schema.Top
}

/** The row schema of a list operation; undefined for others. */
export const rowOf = ({ success }: Operation.Any): Schema.Top | undefined => {
  const fields = (success as { readonly fields?: Schema.Struct.Fields }).fields
  const data = fields?.["nextCursor"] === undefined ? undefined : fields["data"]
  return (data as { readonly value?: Schema.Top } | undefined)?.value
}

const tagsOf = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  ast._tag === "Union" ? ast.types.map(({ _tag }) => _tag) : [ast._tag]

/** The field's schema for both kinds of rows; undefined if they differ in more than null. */
const either = (full: Schema.Top | undefined, compact: Schema.Top): Schema.Top | undefined => {
  if (full === undefined) return compact
  return tagsOf(compact).every((tag) => tagsOf(full).includes(tag)) ? full : undefined
}

/** The fields of compact rows that full rows have too or don't contradict, for the result's schema. */
const described = (
  full: Schema.Top,
  compact: Schema.Top | undefined,
  beside?: Schema.Struct.Fields
): Schema.Top => {
  const fullFields = (full as Schema.Struct<Schema.Struct.Fields>).fields
  const fields = (compact as Schema.Struct<Schema.Struct.Fields> | undefined)?.fields
  if (fields === undefined) return page(full)
  const shared = Object.entries(fields).flatMap(([name, field]) => {
    const type = either(fullFields[name] as Schema.Top | undefined, field as Schema.Top)
    return type === undefined ? [] : [[name, type] as const]
  })
  return page(Schema.Struct(Object.fromEntries(shared)), beside)
}

/** The operation as a tool describes it. */
export const describe = <O extends Operation.Any>(operation: O): O & ResultSchema => {
  const row = rowOf(operation)
  if (row === undefined) return UnpaginatedLists.describe(operation)
  const { compact } = operation
  const short = compact && ColumnExtraction.describe(compact)
  return {
    ...operation,
    input: { ...operation.input, ...paging, ...(short === undefined ? {} : { detail: Detail }) },
    success: short === undefined ? page(row) : page(Schema.Union([row, short.row]), short.beside),
    shown: described(row, short?.row, short?.beside)
  }
}

/** The operation as a tool runs it. A page that is too long ends with the rows that fit, and its cursor continues after them. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  const full = rowOf(operation)
  if (full === undefined) return UnpaginatedLists.derive(operation)
  const { compact } = operation
  const marked = Provenance.marked(compact === undefined ? full : Schema.Union([full, compact.row]))
  /** The rows with marks of the final length. */
  const measured = (rows: ReadonlyArray<unknown>) =>
    marked === undefined ? rows : rows.map((row) => Provenance.mapTexts(row, marked, UntrustedText.sized))
  const render = (detail: unknown, rows: ReadonlyArray<unknown>) =>
    compact?.of === undefined || detail === "full" ? rows : rows.map(compact.of)
  const shown = (detail: unknown, rows: ReadonlyArray<unknown>) =>
    compact === undefined || detail === "full" ? { data: rows } : ColumnExtraction.of(compact, rows)

  const run = Effect.fnUntraced(function* ({ detail, fields, ...input }: Fields) {
    const { listCompact } = operation
    const rowsOf = (asked: Fields) => listCompact!(fields === undefined ? asked : { ...asked, fields })
    const read = detail === "full" || listCompact === undefined ? operation.run : rowsOf
    const whole: Any = SerializedJson.valueOf(yield* read(input))
    if (whole.data.length === 0 && operation.suggestWider !== undefined && input["cursor"] === undefined) {
      const hint = yield* operation.suggestWider(input)
      return hint === undefined ? whole : { ...whole, hint }
    }
    const rows = render(detail, whole.data)
    const fit = fitting(measured(rows))
    if (fit === rows.length) return { ...whole, ...shown(detail, rows) }
    const more = detail === "full" ? ", or ask for detail compact" : ""
    const nextCursor = whole[Page.cursorAfter]?.(fit)
    if (nextCursor !== undefined) {
      return { ...shown(detail, rows.slice(0, fit)), hasMore: true, nextCursor, notice: notice(fit, more) }
    }
    // A list whose cursor can't start at this row is read again with a lower limit.
    const part: Any = SerializedJson.valueOf(yield* read({ ...input, limit: fit }))
    return { ...part, ...shown(detail, render(detail, part.data)), notice: notice(part.data.length, more) }
  })

  return { ...operation, run }
}

/** A list as a CSV file for spreadsheets, which can be imported again. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type * as PageOf from "../../../schema/Page.ts"
import * as ErrorsFile from "../../imports/rules/ErrorsFile.ts"
import * as PageResponse from "./PageResponse.ts"

/** The maximum number of records in a file: this many are read and written within a second. */
export const maxRecords = 5_000

/** Records read per page. */
const limit = 100

/** The column's name, as imports accept it, and its value; null is an empty cell. */
export type Column<Row> = readonly [name: string, of: (row: Row) => string | null]

/** Streams the pages of `list`. The first is read before the response starts, so that a refusal has its own status. */
export const send = Effect.fnUntraced(function* <Row, E, R>(
  name: string,
  columns: ReadonlyArray<Column<Row>>,
  list: (page: PageOf.Parameters) => Effect.Effect<PageOf.Page<Row>, E, R>
) {
  const context = yield* Effect.context<R>()
  const read = ({ data, nextCursor }: PageOf.Page<Row>) => [data, Option.fromNullishOr(nextCursor)] as const
  const [rows, next] = read(yield* list({ limit }))
  const rest = Option.match(next, {
    onNone: () => Stream.empty,
    onSome: (first) => Stream.paginate(first, (cursor) => Effect.map(list({ limit, cursor }), read))
  })
  const lines = Stream.concat(Stream.fromIterable(rows), rest).pipe(
    Stream.take(maxRecords),
    Stream.map((row) => ErrorsFile.lineOf(columns.map(([, of]) => of(row) ?? ""))),
    // Each page is sent in a single write.
    Stream.mapArray((page) => [page.join("")])
  )
  const head = `\ufeff${ErrorsFile.lineOf(columns.map(([column]) => column))}`
  const whole = Stream.concat(Stream.make(head), lines).pipe(
    Stream.encodeText,
    Stream.provideContext(context)
  )
  return HttpServerResponse.stream(whole, {
    contentType: "text/csv; charset=utf-8",
    headers: { ...PageResponse.headers(), "content-disposition": `attachment; filename="${name}.csv"` }
  })
})

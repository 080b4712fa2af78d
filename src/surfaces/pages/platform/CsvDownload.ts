/** A list as a file for spreadsheets, which an import takes again. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type * as PageOf from "../../../../schema/Page.ts"
import * as ErrorsFile from "../../../domain/imports/ErrorsFile.ts"
import * as Page from "./Page.ts"

/** Records of a file: so many are read and written within a second. */
export const most = 5_000

/** Records of a page. */
const limit = 100

/** Its name as an import takes it, and its value; null is an empty cell. */
export type Column<Row> = readonly [name: string, of: (row: Row) => string | null]

interface Next {
  readonly cursor: string
  /** Records that were written so far. */
  readonly written: number
}

/** Read and sent a page at a time, by `list`. The first page is read before the answer begins, so that a refusal is one. */
export const send = Effect.fnUntraced(function* <Row, E, R>(
  name: string,
  columns: ReadonlyArray<Column<Row>>,
  list: (page: PageOf.Parameters) => Effect.Effect<PageOf.Page<Row>, E, R>
) {
  const context = yield* Effect.context<R>()
  const read = (written: number, cursor?: string) =>
    Effect.map(list({ limit, ...(cursor !== undefined && { cursor }) }), ({ data, nextCursor }) => {
      const shown = data.slice(0, most - written)
      const after = written + shown.length
      return {
        text: shown.map((row) => ErrorsFile.lineOf(columns.map(([, of]) => of(row) ?? ""))).join(""),
        next:
          nextCursor === null || after >= most
            ? Option.none<Next>()
            : Option.some({ cursor: nextCursor, written: after })
      }
    })
  const first = yield* read(0)
  const rest = Option.match(first.next, {
    onNone: () => Stream.empty,
    onSome: (start) =>
      Stream.paginate(start, ({ cursor, written }) =>
        Effect.map(
          Effect.provideContext(read(written, cursor), context),
          ({ next, text }) => [[text], next] as const
        )
      )
  })
  const head = `\ufeff${ErrorsFile.lineOf(columns.map(([column]) => column))}`
  const whole = Stream.concat(Stream.make(head + first.text), rest).pipe(Stream.encodeText)
  return HttpServerResponse.stream(whole, {
    contentType: "text/csv; charset=utf-8",
    headers: { ...Page.headers(), "content-disposition": `attachment; filename="${name}.csv"` }
  })
})

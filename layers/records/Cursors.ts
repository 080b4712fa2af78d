/** Page cursors: opaque, tamper-evident, and bound to the list and filters that they were made for. */
import { Context, Effect, Layer } from "effect"
import { timingSafeEqual } from "node:crypto"
import { Invalid } from "../../schema/Fault.ts"
import * as Page from "../../schema/Page.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Encryption } from "../encryption/Encryption.ts"

/** Position after which the next page starts, as strings that compare like the columns. */
type Position = ReadonlyArray<string>

interface Request {
  readonly list: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly page: Page.Parameters
}

/** Start and length of a page. */
export interface Place {
  readonly limit: number
  readonly after: Position | undefined
}

/** The rows of a page and the cursor of the next. */
interface Part<Row> {
  readonly shown: ReadonlyArray<Row>
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

interface CursorPage extends Place {
  /** Cuts `rows` to a page, as `page` does. `bytes` is the measured running size of a row, if any. */
  readonly cut: <Row>(
    rows: ReadonlyArray<Row>,
    bytes: (row: Row) => unknown,
    position: (row: Row) => Position
  ) => Part<Row>
  /** Makes a page of `rows`, which were queried with `limit + 1`. Measured sizes may end the page early. */
  readonly page: <Row extends object, Item>(
    rows: ReadonlyArray<Row>,
    item: (row: Row) => Item,
    position: (row: Row) => Position
  ) => Page.Page<Item>
  /** A cursor for what follows a position, even if nothing does yet. */
  readonly cursorAt: (position: Position) => string
}

const invalid = new Invalid({
  code: "invalid_cursor",
  message:
    "cursor was not issued by this list for these filters. Send the last answer's nextCursor unchanged with the same filters, or leave cursor out to start at the first page. nextCursor is null on the last page."
})

const macLength = 16

const bytesOf = (row: object): unknown => ("page_bytes" in row ? row.page_bytes : undefined)

export class Cursors extends Context.Service<
  Cursors,
  { readonly open: (request: Request) => Effect.Effect<CursorPage, Invalid, Tenant> }
>()("pipeline/layers/Cursors") {
  static readonly layer = Layer.effect(
    Cursors,
    Effect.gen(function* () {
      const mac = (yield* Encryption).mac("cursor")
      const sign = (payload: string, binding: string) =>
        Buffer.from(mac(`${payload}\n${binding}`)).subarray(0, macLength)

      const encode = (position: Position, binding: string) => {
        const payload = JSON.stringify(position)
        return Buffer.concat([sign(payload, binding), Buffer.from(payload)]).toString("base64url")
      }
      const decode = (cursor: string, binding: string): Position | undefined => {
        const bytes = Buffer.from(cursor, "base64url")
        const payload = bytes.subarray(macLength).toString()
        if (bytes.length <= macLength || bytes.toString("base64url") !== cursor) return undefined
        return timingSafeEqual(bytes.subarray(0, macLength), sign(payload, binding))
          ? JSON.parse(payload)
          : undefined
      }

      const open = Effect.fnUntraced(function* ({ filters, list, page }: Request) {
        const { workspaceId } = yield* Tenant
        const limit = page.limit ?? Page.DefaultLimit
        const binding = JSON.stringify([workspaceId, list, Object.entries(filters).sort()])
        const after = page.cursor === undefined ? undefined : decode(page.cursor, binding)
        if (page.cursor !== undefined && after === undefined) return yield* invalid
        const cut: CursorPage["cut"] = (rows, bytes, position) => {
          /** Whether a row fits the page's byte limit. The first row always does. */
          const fits = (row: (typeof rows)[number], index: number) =>
            index === 0 || Number(bytes(row) ?? 0) <= Sql.pageBytes
          const shown = rows.slice(0, limit).filter(fits)
          const last = shown.at(-1)
          const hasMore = rows.length > shown.length && last !== undefined
          return { shown, hasMore, nextCursor: hasMore ? encode(position(last), binding) : null }
        }
        return {
          limit,
          after,
          cut,
          cursorAt: (position) => encode(position, binding),
          page: (rows, item, position) => {
            const { hasMore, nextCursor, shown } = cut(rows, bytesOf, position)
            return {
              data: shown.map(item),
              hasMore,
              nextCursor,
              [Page.cursorAfter]: (count: number) => encode(position(shown[count - 1]!), binding)
            }
          }
        } satisfies CursorPage
      })
      return Cursors.of({ open })
    })
  )
}

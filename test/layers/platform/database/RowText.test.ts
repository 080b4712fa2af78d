import { assert, describe, it } from "@effect/vitest"
import { PgTypes } from "@effect/sql-pg"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { columns, type Row, textOf, toDeal } from "../../../../layers/deals/DealRow.ts"
import * as RowText from "../../../../layers/platform/database/RowText.ts"
import * as RowTypes from "../../../../layers/platform/database/RowTypes.ts"
import { Deal, DealList } from "../../../../schema/Deal.ts"
import { regions } from "../../../support/samples/Deals.ts"
import { hostile, orNull, time } from "../../../support/samples/Hostile.ts"

/** A value of each column, as the driver gives it. */
const valueOf = (column: string): fc.Arbitrary<unknown> => {
  if (/^(?:id|board_id|owner_id)$/u.test(column)) return fc.uuid()
  if (column === "lead_id") return orNull(fc.uuid())
  if (column === "currency") return fc.constantFrom("USD", "EUR", "JPY")
  if (column === "region") return fc.constantFrom(...regions)
  if (column === "amount_cents") return orNull(fc.maxSafeNat())
  if (column === "labels") return fc.array(hostile, { maxLength: 4 })
  if (/^(?:created|updated|stage_entered)_at$/u.test(column)) return time
  if (column.endsWith("_at")) return orNull(time)
  return /^(?:name|stage_id|stage_name)$/u.test(column) ? hostile : orNull(hostile)
}

const values = fc.tuple(...columns.map(valueOf))

const plainOf = (row: RowText.Values) => toDeal(RowText.objectOf<Row>(columns, row))
const encode = Schema.encodeUnknownSync(Deal)
const encodeList = Schema.encodeUnknownSync(DealList)

describe("rows as text", () => {
  it("are what the schema makes of a deal, whatever its texts hold", () => {
    fc.assert(
      fc.property(values, (row) => {
        assert.strictEqual(textOf(row), JSON.stringify(encode(plainOf(row))))
      }),
      { numRuns: 1000 }
    )
  })

  it("are what the schema makes of a page", () => {
    const turn = fc.record({ hasMore: fc.boolean(), nextCursor: orNull(hostile) })
    fc.assert(
      fc.property(fc.array(values, { maxLength: 4 }), turn, (rows, part) => {
        const plain = JSON.stringify(encodeList({ data: rows.map(plainOf), ...part }))
        assert.strictEqual(RowText.page(rows, part, textOf), plain)
      })
    )
  })

  it("quote as JSON does", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.strictEqual(RowText.quoted(text), JSON.stringify(text))
      })
    )
  })

  it("are read at the places of their columns", () => {
    assert.deepStrictEqual(RowText.columnsOf("d.id, d.name,\n  s.name AS stage_name"), [
      "id",
      "name",
      "stage_name"
    ])
    assert.strictEqual(new Set(columns).size, columns.length)
  })

  it("write what isn't text as JSON does", () => {
    const Other = Schema.Struct({
      flag: Schema.Boolean,
      some: Schema.NullOr(Schema.Number),
      level: Schema.Literals([1, 2]),
      open: Schema.Json,
      inner: Schema.Struct({ isOn: Schema.Boolean }),
      left: Schema.optionalKey(Schema.String)
    })
    interface OtherRow {
      readonly flag: boolean
      readonly some: number | null
      readonly level: 1 | 2
      readonly open: Schema.Json
      readonly state: string
    }
    const names = ["open", "flag", "some", "level", "state"]
    const write = RowText.compile<typeof Other.Type, OtherRow>(
      Other,
      {
        flag: "flag",
        some: "some",
        level: "level",
        open: "open",
        inner: { isOn: { column: "state", is: "on" } }
      } as never,
      names
    )
    const row = fc.tuple(
      fc.jsonValue() as fc.Arbitrary<Schema.Json>,
      fc.boolean(),
      orNull(fc.double()),
      fc.constantFrom(1, 2),
      fc.constantFrom("on", "off")
    )
    fc.assert(
      fc.property(row, ([open, flag, some, level, state]) => {
        const plain = { flag, some, level, open, inner: { isOn: state === "on" } }
        assert.strictEqual(write([open, flag, some, level, state]), JSON.stringify(plain))
      })
    )
  })
})

describe("values from the wire", () => {
  /** As it arrives, among other bytes. */
  const read = (oid: number, big: bigint) => {
    const bytes = new Uint8Array(20)
    new DataView(bytes.buffer).setBigInt64(7, big)
    const column = { name: "c", dataTypeOid: oid, format: 1 } as never
    const reader = Result.getOrThrow(PgTypes.makeFieldReader([column], RowTypes.registry))
    return Result.try(() => reader(bytes, 7, 8, 0))
  }
  const epoch = 946_684_800_000

  it("are times to the millisecond, before and after PostgreSQL's epoch", () => {
    const micros = fc.bigInt({ min: -62_000_000_000_000_000n, max: 252_000_000_000_000_000n })
    fc.assert(
      fc.property(micros, (at) => {
        // BigInt division rounds towards zero, and a time before the epoch is in the millisecond that it is after.
        const beyond = ((at % 1000n) + 1000n) % 1000n
        const millis = Number((at - beyond) / 1000n)
        const iso = new Date(millis + epoch).toISOString()
        assert.strictEqual(Result.getOrThrow(read(PgTypes.OID.timestamptz, at)), iso)
      })
    )
  })

  it("are safe integers, or refused", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (big) => {
        const decoded = read(PgTypes.OID.int8, big)
        const isSafe = big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER)
        assert.strictEqual(Result.isSuccess(decoded), isSafe)
        if (Result.isSuccess(decoded)) assert.strictEqual(decoded.success, Number(big))
      })
    )
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        assert.strictEqual(Result.getOrThrow(read(PgTypes.OID.int8, BigInt(number))), number)
      })
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import { PgTypes } from "@effect/sql-pg"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { type Row, text, toDeal } from "../../../layers/deals/DealRow.ts"
import * as RowText from "../../../layers/database/rows/RowText.ts"
import * as RowTypes from "../../../layers/database/rows/RowTypes.ts"
import type { RawRow } from "../../../layers/database/rows/RawRow.ts"
import { Deal, DealList } from "../../../schema/Deal.ts"
import { dealColumns } from "../../support/samples/DealColumns.ts"
import { hostile, orNull } from "../../support/samples/Hostile.ts"
import * as RawRows from "../../support/samples/RawRows.ts"

const columns = [...dealColumns, { name: "page_bytes", type: "int8", value: fc.nat() } as const]
const row = fc.tuple(...columns.map(({ value }) => value)).map(RawRows.of(columns))

const plainOf = (row: RawRow) => toDeal(row.object<Row>())
const encode = Schema.encodeUnknownSync(Deal)
const encodeList = Schema.encodeUnknownSync(DealList)

describe("rows as text", () => {
  it("are what the schema makes of a deal, whatever its texts hold", () => {
    fc.assert(
      fc.property(row, (one) => {
        assert.strictEqual(text.of(one), JSON.stringify(encode(plainOf(one))))
      }),
      { numRuns: 1000 }
    )
  })

  it("are what the schema makes of a page", () => {
    const turn = fc.record({ hasMore: fc.boolean(), nextCursor: orNull(hostile) })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), turn, (shown, part) => {
        const plain = JSON.stringify(encodeList({ data: shown.map(plainOf), ...part }))
        assert.strictEqual(text.page({ shown, ...part }), plain)
      })
    )
  })

  it("fit where they are much larger than what was written before", () => {
    const sizes = fc.array(fc.constantFrom(0, 1, 1000, 70_000, 300_000), { minLength: 1, maxLength: 4 })
    const unit = fc.constantFrom("a", "\u0001", '"', "é", "😀")
    const rows = RawRows.of(columns)
    const plain = fc.sample(fc.tuple(...columns.map(({ value }) => value)), 1)[0]!
    const at = columns.findIndex(({ name }) => name === "key_terms")
    fc.assert(
      fc.property(sizes, unit, (all, one) => {
        const shown = all.map((size) => rows(plain.with(at, one.repeat(size))))
        const page = { shown, hasMore: false, nextCursor: null }
        assert.strictEqual(
          text.page(page),
          JSON.stringify(encodeList({ ...page, data: shown.map(plainOf), shown: undefined }))
        )
      }),
      { numRuns: 30 }
    )
  })

  it("refuse bytes that are no text, as the driver does", () => {
    const at = columns.findIndex(({ name }) => name === "name")
    const given = fc.sample(fc.tuple(...columns.map(({ value }) => value)), 1)[0]!
    const broken = RawRows.of(columns)(given.with(at, "AAAA"))
    const start = Buffer.from(broken.bytes).indexOf("AAAA")
    broken.bytes.fill(0xff, start, start + 4)
    assert.throws(() => plainOf(broken))
    assert.throws(() => text.of(broken))
  })

  it("write what isn't text as JSON does, in whatever type it comes", () => {
    const Other = Schema.Struct({
      flag: Schema.Boolean,
      some: Schema.NullOr(Schema.Number),
      level: Schema.Literals([1, 2]),
      small: Schema.Number,
      large: Schema.NullOr(Schema.Number),
      open: Schema.Json,
      inner: Schema.Struct({ isOn: Schema.Boolean }),
      left: Schema.optionalKey(Schema.String),
      names: Schema.NullOr(Schema.Array(Schema.NullOr(Schema.String))),
      day: Schema.NullOr(Schema.String)
    })
    interface OtherRow {
      readonly flag: boolean
      readonly some: number | null
      readonly level: 1 | 2
      readonly small: number
      readonly large: number | null
      readonly open: Schema.Json
      readonly state: string | null
      readonly left: string | null
      readonly names: ReadonlyArray<string | null> | null
      readonly day: string | null
    }
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    const given = [
      { name: "open", type: "jsonb", value: fc.jsonValue().filter((value) => value !== null) },
      { name: "flag", type: "bool", value: fc.boolean() },
      { name: "some", type: "float8", value: orNull(finite) },
      { name: "level", type: "int4", value: fc.constantFrom(1, 2) },
      { name: "small", type: "int4", value: fc.integer() },
      { name: "large", type: "int8", value: orNull(fc.maxSafeInteger()) },
      { name: "state", type: "varchar", value: orNull(fc.constantFrom("on", "off", "o", "onn")) },
      { name: "left", type: "text", value: orNull(hostile) },
      { name: "names", type: "textArray", value: orNull(fc.array(orNull(hostile), { maxLength: 4 })) },
      { name: "day", type: "date", value: orNull(fc.constantFrom("2026-02-28", "1999-12-31")) }
    ] as const
    const write = RowText.compile<typeof Other.Type, OtherRow>(Other, {
      flag: "flag",
      some: "some",
      level: "level",
      small: "small",
      large: "large",
      open: "open",
      inner: { isOn: { column: "state", is: "on" } },
      left: { maybe: "left" },
      names: "names",
      day: "day"
    } as never)
    const other = fc.tuple(...given.map(({ value }) => value as fc.Arbitrary<unknown>))
    fc.assert(
      fc.property(other.map(RawRows.of(given)), (one) => {
        const { day, flag, large, left, level, names, open, small, some, state } = one.object<OtherRow>()
        const plain = { flag, some, level, small, large, open, inner: { isOn: state === "on" } }
        const whole = { ...plain, ...(left === null ? {} : { left }), names, day }
        assert.strictEqual(write.of(one), JSON.stringify(whole))
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

/** Values of columns that are hard to write as JSON. */
import * as fc from "fast-check"

/** What JSON escapes, what looks as if it did, and halves of pairs, beside any other text. */
export const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.string({ unit: "grapheme", maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      "\\",
      "\n",
      "\u0000",
      "\u001f",
      "\u007f",
      "\u2028",
      "\ud800",
      "\udfff",
      "é",
      "😀",
      "/",
      "a"
    ),
    maxLength: 120
  })
)

export const orNull = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })

/** Any that four digits tell the year of. */
export const time = fc
  .date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true
  })
  .map((date) => date.toISOString())

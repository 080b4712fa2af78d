/** The kinds of fields that resources share: limited texts, timestamps, amounts of money. */
import { Schema } from "effect"

/**
 * Describes a field: the title is its label in forms, and the description adds what the name and type don't say, such as the unit or the
 * meaning of null. OpenAPI, /docs, tools and forms show both. The annotation belongs to the key rather than to the value, so that the same
 * schema can be described differently elsewhere, and a list or `NullOr` of it is not described yet.
 */
export const of = <S extends Schema.Top>(title: string, description: string, schema: S): S =>
  schema.annotateKey({ title, description }) as S

/** A field that may be missing in a JSON body. */
export const optional: typeof Schema.optionalKey = Schema.optionalKey

/**
 * The possible author of a text in a response, if it isn't the workspace: the `sender` of a form or an email; a `website` that somebody
 * looked up; `anyone`, because it may come from a lead; the `receiver` of a webhook. Two are trusted: `quoting` is the service's own text
 * in which the operation marked strangers' words (`Call.quote`), and `service` is the service's own text within one of the others.
 */
export type Writer = "sender" | "website" | "anyone" | "receiver" | "quoting" | "service"

/** Marks a response field and everything in it as written by `writer`. Models get it marked as data (docs/security.md). */
export const writtenBy = <S extends Schema.Top>(writer: Writer, field: S): S =>
  field.annotateKey({ writtenBy: writer }) as S

/** Marks a field as prose rather than a name. If a stranger may have written it, models get it marked as data, however short it is. */
export const prose = <S extends Schema.Top>(field: S): S => field.annotateKey({ prose: true }) as S

/**
 * Marks a field as personal: it describes a person outside the workspace, who may request a copy and erasure (GDPR, articles 15 and 17).
 * `person export` includes these fields, and `person erase` empties them.
 */
export const personal = <S extends Schema.Top>(field: S): S => field.annotateKey({ personal: true }) as S

const marked = (fields: Schema.Struct.Fields, mark: "personal" | "since"): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, field]) =>
    Schema.resolveAnnotationsKey(field)?.[mark] === true ? [name] : []
  )

/** The names of the personal fields of a struct. */
export const personalOf = (fields: Schema.Struct.Fields): ReadonlyArray<string> => marked(fields, "personal")

/** The title and description of a field. */
export const about = (field: Schema.Top) => {
  const { description, title } = Schema.resolveAnnotationsKey(field) ?? {}
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}

/** Gives a field the description of another one, such as an input that of the response's field. */
export const like = <S extends Schema.Top>(field: Schema.Top, schema: S): S =>
  schema.annotateKey(about(field)) as S

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** At most `n` characters, counted as Unicode code points. */
const atMost = (n: number) =>
  Schema.makeFilter(
    (text: string) => text.length <= n || codePoints(text) <= n || `must be at most ${n} characters`,
    { toJsonSchema: () => ({ maxLength: n }) }
  )

const notBlank = Schema.makeFilter((text: string) => text.trim() !== "" || "must not be blank", {
  toJsonSchema: () => ({ minLength: 1, pattern: "\\S" })
})

export const text = (max: number) => Schema.String.check(atMost(max))

/** Requires at least one character after trimming. */
export const name = (max: number) => Schema.String.check(notBlank, atMost(max))

/** The id of a record in another system. */
export const ExternalId = name(255)

/** Requires at least one character, which may be blank. */
export const content = (max: number) =>
  Schema.String.check(
    Schema.makeFilter((value: string) => value !== "" || "must not be empty", {
      toJsonSchema: () => ({ minLength: 1 })
    }),
    atMost(max)
  )

/** The limit of a one-line text, in characters. */
export const maxLineLength = 500
export const Line = text(maxLineLength)

const fewWords = Schema.makeFilter(
  (text: string) => text.trim().split(/\s+/u).length <= 10 || "must be at most 10 words"
)

/** Words to search for. */
export const search = text(120).check(fewWords)

/** Like `search`, but requires a word. */
export const anySearch = of("Search", "Words, all of which must match.", name(120).check(fewWords))

/** A literal text to search for. */
export const query = (places: string) =>
  of("Search", `Text to find in ${places}, ignoring case.`, optional(text(120)))

const moment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u

/** Only years of four digits, which the database can read as well. */
const earliest = Date.parse("0001-01-01T00:00:00.000Z")
const latest = Date.parse("9999-12-31T23:59:59.999Z")

/** Whether the day exists in the calendar. JavaScript reads 30 February as 2 March. */
const isDay = (day: string) => new Date(`${day}T12:00:00Z`).toISOString().startsWith(day)

const isMoment = (value: string) => {
  const at = moment.test(value) ? Date.parse(value) : Number.NaN
  return at >= earliest && at <= latest && isDay(value.slice(0, 10))
}

const asMoment = "a date such as 2026-05-01, or a time with its offset such as 2026-05-01T09:30:00Z"

/** An unescaped `+` in a query string arrives as a space. */
const hintOn = (value: string) => (/\d \d{2}:\d{2}$/u.test(value) ? " (in a URL, write + as %2B)" : "")

/** A day or a time; the field's description says what a day means. */
export const DayOrTime = Schema.String.annotate({ expected: asMoment }).check(
  Schema.makeFilter((value: string) => isMoment(value) || `must be ${asMoment}${hintOn(value)}`, {
    toJsonSchema: () => ({ pattern: moment.source })
  })
)

/** A time given by a caller: a day (its start in the workspace's time zone), or a time with an offset (RFC 3339). */
export const Moment = DayOrTime.annotate({ beginsInZone: true })

/**
 * A lower bound for the times of a list's items. A caller that asks for what is new must get all of it, so such reads don't use a replica,
 * which may lack the last seconds.
 */
export const since = (title: string, description: string) =>
  of(title, description, optional(Moment).annotateKey({ since: true }))

/** The names of fields declared with `since`. */
export const sincesOf = (fields: Schema.Struct.Fields): ReadonlyArray<string> => marked(fields, "since")

/** ISO 8601 in UTC with milliseconds: `2026-05-01T09:30:00.000Z`. */
export const Timestamp = Schema.String.annotate({ format: "date-time" })
export type Timestamp = typeof Timestamp.Type

export const CreatedAt = of("Created", "Time of creation.", Timestamp)

/** The end of the description of an amount in its record's currency. */
export const minorUnits =
  "Integer minor units of the currency: USD has 2 digits, so 1250000 is $12,500.00; JPY has 0, so 500000 is ¥500,000."

/** The end of the description of a sum. */
export const inMinorUnits = "in minor units of the board's currency (cents for USD, whole yen for JPY)"

/** An integer amount; `expected` is the wording of the error. */
const centsAs = (expected: string) =>
  Schema.Number.check(
    Schema.isInt({ expected }),
    Schema.isBetween(
      { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      { expected: "an integer of 0 or more" }
    )
  )

/** Minor units of the record's currency: 0 to 2^53 − 1. */
export const Cents = centsAs("an integer")

const orAmount = 'an integer of minor units (decimals go into amount, as text: "12500.00")'

/** Like `Cents`, for inputs that accept `Amount` instead. */
export const CentsOrAmount = Schema.NullOr(centsAs(orAmount)).annotate({ expected: orAmount })

/**
 * The amount as a decimal, as people write it. The allowed decimals depend on the currency, so `Amount.settle` parses it once the currency
 * is known.
 */
export const Amount = of(
  "Amount",
  'Instead of amountCents, as a decimal string: "12500.00" for $12,500.00, "500000" for ¥500,000.',
  Schema.String.annotate({
    expected:
      'a decimal string of whole units, such as "12500.00"; a number is taken in minor units alone, as amountCents (1250000 for $12,500.00, 500000 for ¥500,000)'
  }).check(atMost(40))
)

type RawJson = { readonly rawJSON: string }
declare global {
  /** Part of ECMAScript since Node 22, but not yet in the compiler's library. */
  interface JSON {
    isRawJSON(value: unknown): value is RawJson
    rawJSON(text: string): RawJson
  }
}

/** An exact sum of cents. Above 2^53 − 1 it is raw JSON digits, because no JavaScript number can hold it. */
export type Sum = number | RawJson

/** Minor units of any size, exact to the last digit. */
export const Sum: Schema.Codec<Sum> = Schema.Any.check(
  Schema.makeFilter(
    (value: unknown) => Number.isInteger(value) || JSON.isRawJSON(value) || "must be an integer",
    {
      toJsonSchema: () => ({ type: "integer" })
    }
  )
)

export const sum = (cents: bigint): Sum => {
  const number = Number(cents)
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(cents))
}

/** A sum as a bigint, in whichever form it is. */
export const cents = (sum: Sum): bigint => BigInt(typeof sum === "number" ? sum : sum.rawJSON)

export const Currency = of(
  "Currency",
  "ISO 4217 code of the currency that the amounts are in.",
  Schema.Literals(["USD", "EUR", "GBP", "CAD", "AUD", "JPY", "INR"]).annotate({ identifier: "Currency" })
)
export type Currency = typeof Currency.Type

export const nullable = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema)

const emailPattern =
  /^(?!.{255})[^\s@"(),:;<>[\\\]\p{C}.]+(?:\.[^\s@"(),:;<>[\\\]\p{C}.]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

export const isEmail = (value: string): boolean => emailPattern.test(value)

/** An email address as people write it: RFC 5321's dot-string at a domain name, including international ones. */
export const Email = Schema.String.check(
  Schema.makeFilter((value: string) => isEmail(value) || "must be an email address", {
    toJsonSchema: () => ({ format: "email" })
  })
)

/** An absolute URL with one of the `schemes`, kept as it was written. */
export const url = (schemes: ReadonlyArray<"http" | "https">, max = 2_000) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) =>
        (!/\s/u.test(value) && schemes.some((scheme) => URL.parse(value)?.protocol === `${scheme}:`)) ||
        `must be an absolute ${schemes.at(-1)}:// URL`,
      { toJsonSchema: () => ({ format: "uri" }) }
    ),
    atMost(max)
  )

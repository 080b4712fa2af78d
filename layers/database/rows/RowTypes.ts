/** Decoders for PostgreSQL values: timestamps as ISO strings, int8 as checked safe integers. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** 2000-01-01T00:00:00Z in Unix milliseconds, where PostgreSQL's clock starts. */
const postgresEpoch = 946_684_800_000

/** Reads single bytes, because creating a DataView costs more than decoding a timestamp. */
export const int4At = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!

export const int8At = (bytes: Uint8Array, at: number): number =>
  int4At(bytes, at) * 4_294_967_296 + (int4At(bytes, at + 4) >>> 0)

/** Converts microseconds to Unix milliseconds. They can exceed 2^53, so the high word is split: 2^32 is 4,294,967 * 1000 + 296. */
export const millisAt = (bytes: Uint8Array, at: number): number => {
  const high = int4At(bytes, at)
  const since = high * 4_294_967 + Math.floor((high * 296 + (int4At(bytes, at + 4) >>> 0)) / 1000)
  return since + postgresEpoch
}

/** Cache of formatted days: a page of rows has few, and a Date per timestamp would dominate its cost. */
const dates = new Map<number, string>()

/** The date followed by `T`. */
export const dateOf = (day: number): string => {
  const known = dates.get(day)
  if (known !== undefined) return known
  const made = new Date(day * 86_400_000).toISOString().slice(0, -13)
  if (dates.size === 10_000) dates.clear()
  dates.set(day, made)
  return made
}

const padded = (length: number) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, "0"))

const two = padded(2)
const three = padded(3)

const isoOf = (millis: number): string => {
  const day = Math.floor(millis / 86_400_000)
  const rest = millis - day * 86_400_000
  const seconds = Math.floor(rest / 1000)
  const hour = two[Math.floor(seconds / 3600)]
  const minute = two[Math.floor(seconds / 60) % 60]
  return `${dateOf(day)}${hour}:${minute}:${two[seconds % 60]}.${three[rest % 1000]}Z`
}

const timestamptz: PgTypes.Codec<string | Date | number> = {
  encode: (value) => PgTypes.encode(value instanceof Date ? value : new Date(value), PgTypes.OID.timestamptz),
  decode: (bytes) => Result.succeed(isoOf(millisAt(bytes, 0))),
  read: (bytes, offset) => Result.succeed(isoOf(millisAt(bytes, offset)))
}

const unsafe = new PgTypes.CodecError({ message: "An int8 is beyond 2^53 - 1" })

const checked = (value: number): Result.Result<number, PgTypes.CodecError> =>
  Number.isSafeInteger(value) ? Result.succeed(value) : Result.fail(unsafe)

const int8: PgTypes.Codec<number | bigint> = {
  encode: (value) => PgTypes.encode(BigInt(value), PgTypes.OID.int8),
  decode: (bytes) => checked(int8At(bytes, 0)),
  read: (bytes, offset) => checked(int8At(bytes, offset))
}

export const registry = PgTypes.makeRegistry()
registry.register(PgTypes.OID.timestamptz, timestamptz as PgTypes.Codec<unknown>)
registry.register(PgTypes.OID.int8, int8 as PgTypes.Codec<unknown>)

/** Converts JavaScript values to statement parameters. */
import { PgProtocol, PgTypes } from "@effect/sql-pg"
import * as RowTypes from "../rows/RowTypes.ts"

const of = (oid: number, value: unknown): PgTypes.Parameter => ({
  [PgTypes.ParameterTypeId]: PgTypes.ParameterTypeId,
  oid,
  value
})

const largestInt4 = 2_147_483_647

const ofNumber = (value: number): PgTypes.Parameter => {
  if (!Number.isSafeInteger(value)) return of(PgTypes.OID.float8, value)
  const isInt4 = value >= -largestInt4 - 1 && value <= largestInt4
  return isInt4 ? of(PgTypes.OID.int4, value) : of(PgTypes.OID.int8, BigInt(value))
}

const ofScalar = (value: unknown): PgTypes.Parameter => {
  switch (typeof value) {
    // The server infers the type of text and null from the context.
    case "string":
      return of(0, value)
    case "undefined":
      return of(0, null)
    case "number":
      return ofNumber(value)
    case "boolean":
      return of(PgTypes.OID.bool, value)
    case "bigint":
      return of(PgTypes.OID.int8, value)
    default:
      if (value === null) return of(0, null)
      if (PgTypes.isParameter(value)) return value
      if (value instanceof Date) return of(PgTypes.OID.timestamptz, value)
      if (value instanceof Uint8Array) return of(PgTypes.OID.bytea, value)
      throw new PgTypes.CodecError({ message: `No PostgreSQL type is known for ${String(value)}` })
  }
}

const ofArray = (values: ReadonlyArray<unknown>): PgTypes.Parameter => {
  if (values.length === 0) return of(0, "{}")
  const parameters = values.map(ofScalar)
  const types = new Set(
    parameters.flatMap(({ oid, value }) => (value === null ? [] : [oid === 0 ? PgTypes.OID.text : oid]))
  )
  const [element] = types
  const oid = element === undefined ? undefined : PgTypes.arrayOidFor(element, RowTypes.registry)
  if (types.size !== 1 || oid === undefined) {
    throw new PgTypes.CodecError({ message: "The elements of an array must be of one known type" })
  }
  return of(
    oid,
    parameters.map(({ value }) => value)
  )
}

export const infer = (value: unknown): PgTypes.Parameter =>
  Array.isArray(value) ? ofArray(value) : ofScalar(value)

export const encodeBind = PgProtocol.makeBindEncoder<PgTypes.Parameter, PgTypes.CodecError>(
  (sink, parameter) => PgTypes.writeParameter(sink, parameter, RowTypes.registry),
  PgTypes.isTextFormat
)

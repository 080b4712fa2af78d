/**
 * Declares the fields of a resource once: how clients read and write each, and the column that stores it. Schemas, rows, SQL, and the lists
 * of fields that the audit log, undo, imports, exports and erasure use are derived from the declaration.
 */
import type { Schema } from "effect"
import * as Field from "./Field.ts"
import type { Any, Document, Fields, Group, Options, Part, Reference, Stored } from "./ModelField.ts"

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Uppercase<Head>
    ? `_${Lowercase<Head>}${Snake<Tail>}`
    : `${Head}${Snake<Tail>}`
  : ""

type Text<K> = K & string

/** A row of the columns; bigints are read as numbers. */
export type Row<F extends Fields<Any>> = {
  readonly [
    K in keyof F as F[K] extends Stored | Document<Fields<Part>, Schema.Top> ? Snake<Text<K>> : never
  ]: F[K]["schema"]["Type"]
} & {
  readonly [K in keyof F as F[K] extends Reference ? `${Snake<Text<K>>}_id` : never]: F[K]["schema"] extends {
    readonly Type: { readonly id: infer Id }
  }
    ? Id
    : never
} & Parts<{
    [K in keyof F]: F[K] extends Group<infer G, Schema.Top, infer P>
      ? { readonly [N in keyof G as Prefixed<P, Snake<Text<N>>>]: G[N]["schema"]["Type"] }
      : never
  }>

type Prefixed<P extends string, Name extends string> = P extends "" ? Name : `${P}_${Name}`

/** The intersection of an object's values. */
type Parts<O> = (
  O[keyof O] extends infer V ? (V extends unknown ? (part: V) => void : never) : never
) extends (part: infer I) => void
  ? I
  : never

/** The schemas of response fields. */
export const answer = <F extends Fields<{ readonly schema: Schema.Top }>>(fields: F) => {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as { readonly [K in keyof F]: F[K]["schema"] }
}

type InputSchema<F> = F extends { readonly input: infer I extends Schema.Top } ? I : never

/** The name of the input for the field `N` of the object `K`. */
type InputName<K extends string, N extends string, F, P extends string> = F extends {
  readonly sentAs: infer S extends string
}
  ? S
  : P extends ""
    ? N
    : `${K}${Capitalize<N>}`

/** The schemas of inputs, by their names. */
type Inputs<F extends Fields<Any>> = {
  readonly [K in keyof F as F[K] extends { readonly input: Schema.Top } ? K : never]: InputSchema<F[K]>
} & Parts<{
  [K in keyof F]: F[K] extends Group<infer G, Schema.Top, infer P>
    ? { readonly [N in keyof G as InputName<Text<K>, Text<N>, G[N], P>]: InputSchema<G[N]> }
    : F[K] extends Document<infer G, Schema.Top>
      ? { readonly [N in keyof G]: InputSchema<G[N]> }
      : never
}>

/** An input of a column, or of a field of its document. */
export interface Input extends Part {
  readonly sent: string
  readonly normalize?: Options["normalize"]
}

const describedInput = ({ input, inputDescription, schema, sent }: Input) => {
  if (input === undefined) return []
  const like = Field.like(schema, input)
  const described =
    inputDescription === undefined ? like : like.annotateKey({ description: inputDescription })
  return [[sent, described] as const]
}

export const inputs = <F extends Fields<Any>>(fields: F): Inputs<F> => {
  return Object.fromEntries(columns(fields).flatMap(inputsOf).flatMap(describedInput)) as Inputs<F>
}

/** A column, and the place of its value in the resource. */
export interface Column extends Options {
  readonly name: string
  readonly field: string
  /** The field's name within the object `field`. */
  readonly part: string | undefined
  /** Its name in the audit log: the column's in camel case. */
  readonly logged: string
  /** Its name as an input. */
  readonly sent: string
  readonly schema: Schema.Top
  /** The fields of a document. */
  readonly parts?: ReadonlyArray<Input>
}

/** The inputs of a column: none if callers can't write it, one, or one for each field of a document. */
export const inputsOf = (column: Column): ReadonlyArray<Input> => column.parts ?? [column]

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
/** `howHeard` as `how_heard`. */
export const snake = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/** The columns in the order of their declaration. */
export const columns = (fields: Fields<Any>): ReadonlyArray<Column> =>
  Object.entries(fields).flatMap(([field, declared]): ReadonlyArray<Column> => {
    switch (declared.kind) {
      case "joined":
        return []
      case "stored":
        return [{ ...declared, name: snake(field), field, part: undefined, logged: field, sent: field }]
      case "reference": {
        const logged = `${field}Id`
        return [{ ...declared, name: snake(logged), field, part: "id", logged, sent: logged, header: false }]
      }
      case "document": {
        const parts = Object.entries(declared.fields).map(([sent, part]) => ({ ...part, sent }))
        const { schema } = declared
        const names = { name: snake(field), field, part: undefined, logged: field, sent: field }
        return [{ ...names, type: "json", schema, parts }]
      }
      case "group": {
        const { fields: parts, prefix } = declared
        return Object.entries(parts).map(([part, one]) => ({
          ...one,
          ...{ field, part, name: prefix === "" ? snake(part) : `${prefix}_${snake(part)}` },
          logged: prefix === "" ? part : `${prefix}${capital(part)}`,
          sent: one.sentAs ?? (prefix === "" ? part : `${field}${capital(part)}`)
        }))
      }
    }
  })

/** The names of the fields that callers can change, directly or by their parts or by a reference. */
export type Changeable<F> = {
  [K in keyof F]: F[K] extends { readonly input: Schema.Top } | { readonly kind: "group" | "reference" }
    ? K
    : never
}[keyof F] &
  string

export const changeable = <F extends Fields<Any>>(fields: F): ReadonlyArray<Changeable<F>> =>
  Object.entries(fields).flatMap(([name, field]) =>
    "input" in field || field.kind === "group" || field.kind === "reference" ? [name as Changeable<F>] : []
  )

type Value = Readonly<Record<string, unknown>>

/** The value of a column. */
export const get = ({ field, part }: Column, resource: object): unknown => {
  const value = (resource as Value)[field]
  return part === undefined ? value : (value as Value)[part]
}

/** Builds a resource from the values of its columns; joined fields are missing. */
export const assemble = (columns: ReadonlyArray<Column>, valueOf: (column: Column) => unknown): Value => {
  const resource: Record<string, unknown> = {}
  for (const column of columns) {
    const { field, part } = column
    if (part === undefined) resource[field] = valueOf(column)
    else {
      const object = (resource[field] ??= {}) as Record<string, unknown>
      object[part] = valueOf(column)
    }
  }
  return resource
}

const inputValue = ({ input, normalize, sent }: Input, inputs: object, before: unknown) => {
  const value = input === undefined ? undefined : (inputs as Value)[sent]
  if (value === undefined) return before ?? null
  return value === null || normalize === undefined ? value : normalize(value as never)
}

/** Applies inputs to a resource, or makes a new one, in which a value that wasn't sent is null. */
export const edit = (columns: ReadonlyArray<Column>, resource: object | null, inputs: object): Value =>
  assemble(columns, (column) => {
    const before = resource === null ? undefined : get(column, resource)
    if (column.parts === undefined) return inputValue(column, inputs, before)
    const document: Record<string, unknown> = {}
    for (const part of column.parts)
      document[part.sent] = inputValue(part, inputs, (before as Value | undefined)?.[part.sent])
    return document
  })

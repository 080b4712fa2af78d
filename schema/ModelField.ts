/** How a resource's model declares its fields. */
import type { Schema } from "effect"

export interface Options {
  /** The column's type in PostgreSQL. */
  readonly type: string
  /** What a caller sends to write the field; without it, only the service writes it. */
  readonly input?: Schema.Top
  /** The input's name, if that isn't the field's. */
  readonly sentAs?: string
  /** Describes the input, if the description of the answer doesn't. */
  readonly inputDescription?: string
  /** Converts what was sent into what is stored. */
  readonly normalize?: (sent: never) => unknown
  /** Whether it keeps its first value. */
  readonly isFixed?: true
  /** Whether it is a text of several lines, which may be long. */
  readonly isLong?: true
  /** Its header in the CSV file of a list, if that isn't the column's name; false leaves it out. */
  readonly header?: string | false
}

/** A field with a column of its own: its name in snake case. */
export interface Stored<S extends Schema.Top = Schema.Top> extends Options {
  readonly kind: "stored"
  readonly schema: S
}

/**
 * An object whose fields have columns `<prefix>_<field>` and inputs `<name><Field>`; without a prefix, both have the names of
 * the fields.
 */
export interface Group<F extends Fields<Stored>, S extends Schema.Top, P extends string> {
  readonly kind: "group"
  readonly fields: F
  readonly schema: S
  readonly prefix: P
}

/** An object that one column stores as JSON; its fields have inputs of their own. */
export interface Document<F extends Fields<Part>, S extends Schema.Top> {
  readonly kind: "document"
  readonly fields: F
  readonly schema: S
}

export type Part = Pick<Stored, "input" | "schema">

/** Another record, of which a column `<name>_id` stores the id. */
export interface Reference<S extends Schema.Top = Schema.Top> {
  readonly kind: "reference"
  readonly schema: S
  readonly type: string
}

/** A value of another record, which no column stores. */
export interface Joined<S extends Schema.Top = Schema.Top> {
  readonly kind: "joined"
  readonly schema: S
}

export type Fields<F> = Readonly<Record<string, F>>
/** A field of any kind. */
export type Any =
  | Stored
  | Group<Fields<Stored>, Schema.Top, string>
  | Document<Fields<Part>, Schema.Top>
  | Reference
  | Joined

export const stored = <S extends Schema.Top, const O extends Options>(schema: S, options: O) =>
  ({ kind: "stored", schema, ...options }) as const

export const group = <F extends Fields<Stored>, S extends Schema.Top, P extends string>(
  schema: S,
  prefix: P,
  fields: F
): Group<F, S, P> => ({ kind: "group", fields, schema, prefix })

export const document = <F extends Fields<Part>, S extends Schema.Top>(
  schema: S,
  fields: F
): Document<F, S> => ({ kind: "document", fields, schema })

export const reference = <S extends Schema.Top>(schema: S, type: string): Reference<S> => ({
  kind: "reference",
  schema,
  type
})

export const joined = <S extends Schema.Top>(schema: S): Joined<S> => ({ kind: "joined", schema })

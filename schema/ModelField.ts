/** How a resource's model declares its fields. */
import type { Schema } from "effect"

export interface Options {
  /** The column's type in PostgreSQL. */
  readonly type: string
  /** The schema of the input that writes the field; without it, only the service writes it. */
  readonly input?: Schema.Top
  /** The input's name, if it differs from the field's. */
  readonly sentAs?: string
  /** The input's description, if it differs from the field's. */
  readonly inputDescription?: string
  /** Converts an input to the stored value. */
  readonly normalize?: (sent: never) => unknown
  /** The value never changes after the record is created. */
  readonly isFixed?: boolean
  /** A text that can be long and have several lines. */
  readonly isLong?: boolean
  /** An identifier or one of a few words, which is kept when a person is erased from texts. */
  readonly isIdentifier?: boolean
  /** The header in CSV files, if it differs from the column's name; false leaves the column out. */
  readonly header?: string | false
}

/** A field with its own column, which has the field's name in snake case. */
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

/** A field of a document. */
export type Part = Pick<Stored, "input" | "inputDescription" | "isLong" | "schema">

/** Another record, whose id the column `<name>_id` stores. */
export interface Reference<S extends Schema.Top = Schema.Top> {
  readonly kind: "reference"
  readonly schema: S
  readonly type: string
}

/** A value read from another table; it has no column here. */
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

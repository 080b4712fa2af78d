/** The facts that a form needs about a field, read from its JSON Schema: type, limits, choices, title. */
import { Schema } from "effect"

/** The subset of JSON Schema that form fields use. */
type Json = {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<string>
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Json
  readonly anyOf?: ReadonlyArray<Json>
  readonly allOf?: ReadonlyArray<Json>
  readonly $ref?: string
}

export interface FieldInfo extends Omit<Json, "anyOf" | "allOf" | "$ref"> {
  /** Whether the field must be sent. */
  readonly required: boolean
  /** Whether the field may be null. An empty form field is then null. */
  readonly nullable: boolean
}

type FactsOf<Fields> = { readonly [Name in keyof Fields]: FieldInfo }

export const of = <const Fields extends Schema.Struct.Fields>(fields: Fields): FactsOf<Fields> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct(fields)) as {
    readonly definitions: Readonly<Record<string, Json>>
    readonly schema: {
      readonly properties?: Readonly<Record<string, Json>>
      readonly required?: ReadonlyArray<string>
    }
  }
  const named = ($ref: string): Json => definitions[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}
  const plain = ({ $ref, allOf = [], ...json }: Json): Json =>
    Object.assign($ref === undefined ? {} : plain(named($ref)), ...allOf.map(plain), json)
  const factsOf = ([name, field]: readonly [string, Json]): readonly [string, FieldInfo] => {
    const { anyOf = [], ...own } = plain(field)
    const [inner = {}, ...others] = anyOf.filter(({ type }) => type !== "null").map(plain)
    const json = others.length === 0 ? { ...inner, ...own } : own
    return [
      name,
      {
        ...json,
        ...(json.items === undefined ? {} : { items: plain(json.items) }),
        required: schema.required?.includes(name) === true,
        nullable: anyOf.some(({ type }) => type === "null")
      }
    ]
  }
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(factsOf)) as FactsOf<Fields>
}

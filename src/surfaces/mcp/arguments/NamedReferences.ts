/** Lets a tool accept the name of a board, stage, owner, deal, lead or template where its operation takes an id. */
import { Schema, SchemaAST } from "effect"
import * as Bulk from "../../../../schema/Bulk.ts"
import * as Field from "../../../../schema/Field.ts"
import type * as Operation from "../../../contract/Operation.ts"

export type Subject = "deal" | "lead"
export type Kind = "board" | "stage" | "stages" | "user" | "template" | Subject | "deals" | "leads"

/** The text that replaces the "Id" at the start of a field's description. */
const handles: Record<Kind, string> = {
  board: "Id or name",
  stage: "Id or name",
  stages: "Ids or names",
  template: "Id or name",
  user: "Id or email",
  deal: "Id or name",
  lead: "Id or name",
  deals: "Ids or names",
  leads: "Ids or names"
}

const isKind = (resource: unknown): resource is Kind => typeof resource === "string" && resource in handles

export const isSubject = (kind: Kind): kind is Subject => kind === "deal" || kind === "lead"

const lists = ["stages", "deals", "leads"] as const

export const isList = (kind: string): kind is (typeof lists)[number] => lists.some((one) => one === kind)

const resourceOf = (ast: SchemaAST.AST | undefined) => ast && SchemaAST.resolve(ast)?.["resource"]

/** The kinds for which a tool's `id` also accepts a name. */
const ownNames: ReadonlySet<Kind> = new Set(["deal", "lead", "template"])

/** The kind of resource that a field refers to. */
const kindOf = (name: string, { ast }: Schema.Top): Kind | undefined => {
  if (ast._tag === "Arrays") {
    const kinds = `${String(resourceOf(ast.rest[0]))}s`
    return isList(kinds) ? kinds : undefined
  }
  const resource = resourceOf(ast)
  return isKind(resource) && (name !== "id" || ownNames.has(resource)) ? resource : undefined
}

const isOptional = (schema: Schema.Top) => schema.ast.context?.isOptional === true

const valueOf = (kind: Kind): Schema.Top => {
  if (kind === "stages") return Schema.Array(Schema.String)
  return isList(kind) ? Bulk.many(Schema.String) : Schema.String
}

/** The field in a tool's schema. The board is optional if there is only one. */
const fieldOf = (kind: Kind, schema: Schema.Top): Schema.Top => {
  const optional = isOptional(schema)
  const { description = "Id.", title = "" } = Field.about(schema)
  const text = kind === "board" && !optional ? "Id; optional with one board." : description
  const handle = Field.of(title, text.replace(/^Ids?\b/u, handles[kind]), valueOf(kind))
  return optional || kind === "board" ? Schema.optionalKey(handle) : handle
}

export interface Named {
  readonly name: string
  readonly kind: Kind
  readonly required: boolean
}

/** The fields that accept a name or an id. */
export const handlesOf = (fields: Schema.Struct.Fields): ReadonlyArray<Named> =>
  Object.entries(fields as Record<string, Schema.Top>).flatMap(([name, schema]) => {
    const kind = kindOf(name, schema)
    return kind === undefined ? [] : [{ name, kind, required: !isOptional(schema) }]
  })

const described = (fields: Schema.Struct.Fields): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries(fields as Record<string, Schema.Top>).map(([name, schema]) => {
      const kind = kindOf(name, schema)
      return [name, kind === undefined ? schema : fieldOf(kind, schema)]
    })
  )

/** The operation as a tool describes it. */
export const describe = <O extends Operation.Any>(operation: O): O => {
  const { choices, input, items } = operation
  const { filter } = input as { readonly filter?: Schema.Top }
  const chosen =
    choices === undefined || filter === undefined
      ? {}
      : { filter: Field.like(filter, Field.optional(Schema.Struct(described(choices)))) }
  const listed =
    items === undefined ? {} : { [`${items.kind}s`]: Bulk.newRecords(items.kind, described(items.fields)) }
  return { ...operation, input: { ...described(input), ...chosen, ...listed } }
}

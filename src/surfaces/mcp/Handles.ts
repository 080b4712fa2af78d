/** Lets a tool take a board, a stage, an owner, a deal or a lead by name where its operation takes an id. */
import { Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import type * as Operation from "../../contract/Operation.ts"

export type Subject = "deal" | "lead"
export type Kind = "board" | "stage" | "user" | Subject

/** The text that replaces the "Id" at the start of a field's description. */
const handles: Record<Kind, string> = {
  board: "Id or name",
  stage: "Id or name",
  user: "Id or email",
  deal: "Id or name",
  lead: "Id or name"
}

const isKind = (resource: unknown): resource is Kind => typeof resource === "string" && resource in handles

export const isSubject = (kind: Kind): kind is Subject => kind === "deal" || kind === "lead"

/** The kind of thing a field names. An operation's own `id` takes a name only if it is a deal's or a lead's. */
const kindOf = (name: string, schema: Schema.Top): Kind | undefined => {
  const resource = Schema.resolveAnnotations(schema)?.["resource"]
  return isKind(resource) && (name !== "id" || isSubject(resource)) ? resource : undefined
}

const isOptional = (schema: Schema.Top) => schema.ast.context?.isOptional === true

/** The field in a tool's schema. A board may be left out if there is only one. */
const fieldOf = (kind: Kind, schema: Schema.Top): Schema.Top => {
  const optional = isOptional(schema)
  const hint = kind === "board" && !optional ? " May be left out if there is one board." : ""
  const { description = "Id.", title = "" } = Field.about(schema)
  const handle = Field.of(title, description.replace(/^Id\b/u, handles[kind]) + hint, Schema.String)
  return optional || kind === "board" ? Schema.optionalKey(handle) : handle
}

export interface Named {
  readonly name: string
  readonly kind: Kind
  readonly required: boolean
}

const entriesOf = ({ input }: Operation.Any) => Object.entries(input as Record<string, Schema.Top>)

/** The fields that take a handle. */
export const handlesOf = (operation: Operation.Any): ReadonlyArray<Named> =>
  entriesOf(operation).flatMap(([name, schema]) => {
    const kind = kindOf(name, schema)
    return kind === undefined ? [] : [{ name, kind, required: !isOptional(schema) }]
  })

/** The operation as a tool describes it. */
export const describe = <O extends Operation.Any>(operation: O): O => ({
  ...operation,
  input: Object.fromEntries(
    entriesOf(operation).map(([name, schema]) => {
      const kind = kindOf(name, schema)
      return [name, kind === undefined ? schema : fieldOf(kind, schema)]
    })
  )
})

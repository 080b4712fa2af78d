/** The parts of the API description that the documentation, the Postman collection and llms-full.txt read. */
import * as OpenApi from "../openapi/OpenApi.ts"

type Ref = { readonly $ref: string }

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string | undefined
  readonly default?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Ref>>
}

/** Content by its type. There is only one type: JSON, or JSON Lines. */
type Content = Readonly<Record<string, Media>>

export const mediaOf = (content: Content): Media => Object.values(content)[0]!

type Response = { readonly description: string; readonly content?: Content }

/** An operation or webhook in OpenAPI's form; parameters may be references. */
interface OperationObject {
  readonly operationId: string
  readonly tags?: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter | Ref>
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Ref>>
}

export interface Operation extends OperationObject {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
}

export type Description = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: OperationObject }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly responses: Readonly<Record<string, Response>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** The description with `base` as its server. */
export const of = (base: string): Description => OpenApi.whole(base) as Description

/** The name a `$ref` ends with. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1)

/** The parameters with references resolved. */
export const parametersOf = ({ components }: Description, { parameters }: OperationObject) =>
  parameters.map((one) => ("$ref" in one ? components.parameters[nameOf(one.$ref)]! : one))

export const operationsOf = (description: Description, tag: string): ReadonlyArray<Operation> =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(tag))
      .map(([method, one]) => {
        return { ...one, path, method: method.toUpperCase(), parameters: parametersOf(description, one) }
      })
  )

/** The tag as a heading. */
export const titleOf = (tag: string): string => tag[0]!.toUpperCase() + tag.slice(1)

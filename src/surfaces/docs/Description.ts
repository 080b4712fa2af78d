/** The parts of the API description that the reference uses. */
import { html, type Html } from "../pages/platform/Html.ts"

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

interface Example {
  readonly value: unknown
}

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>
}

type Content = { readonly "application/json": Media }

/** The only form of a response: JSON, or JSON a line. */
export const mediaOf = (content: Readonly<Record<string, Media>>): Media => Object.values(content)[0]!

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Response {
  readonly description: string
  readonly content: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
}

export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<
    Record<
      string,
      {
        readonly post: Required<Omit<Operation, "tags" | "parameters">> & {
          readonly parameters: ReadonlyArray<{ readonly $ref: string }>
        }
      }
    >
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly examples: Readonly<Record<string, Example>>
    readonly responses: Readonly<Record<string, Response>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, { readonly description: string }>>
  }
}

/** An operation with its method and path. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export const operationsOf = ({ paths }: Description, tag: string): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
  )

/** The name a `$ref` ends with. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1)

/** The example of a response, if it has one. */
export const exampleOf = ({ components }: Description, { example, examples }: Media): unknown => {
  const named = Object.values(examples ?? {})[0]
  return named === undefined ? example : components.examples[nameOf(named.$ref)]?.value
}

/** A description's text, with backticks around code. */
export const prose = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const paragraphs = (text: string): Html =>
  html`${text.split("\n\n").map((one) => html`<p>${prose(one)}</p>`)}`

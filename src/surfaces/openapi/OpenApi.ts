/** The API description (OpenAPI 3.1), built from the contract. */
import { JsonSchema, Schema } from "effect"
import { Asked } from "../../../schema/Approval.ts"
import { DryRun } from "../../../schema/DryRun.ts"
import * as Field from "../../../schema/Field.ts"
import { files, routed } from "../../contract/Api.ts"
import * as Deprecation from "../../contract/Deprecation.ts"
import * as Operation from "../../contract/Operation.ts"
import { groups } from "./Groups.ts"
import { documentOf, type Json } from "./JsonSchema.ts"
import { Errors, headers, headersOf, unchanged } from "./OpenApiErrors.ts"
import * as RequestHeaders from "./RequestHeaders.ts"
import * as Shared from "./Shared.ts"
import * as OpenApiWebhooks from "./OpenApiWebhooks.ts"
import { english } from "../../identity/pages/ScopeWords.ts"

/** Replaces a union of one member by that member, because some generators can't handle it. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  const { anyOf, ...rest } = value as { readonly anyOf?: ReadonlyArray<Json> }
  const one = anyOf?.length === 1 ? { ...anyOf[0], ...rest } : value
  return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, plain(inner)]))
}

/** Collects components while schemas are turned into JSON Schema. */
class Components {
  readonly schemas: Record<string, Json> = {}
  readonly examples: Record<string, unknown> = {}

  /** The content of a response. The example of a named schema is stored once, under its name. */
  content(schema: Schema.Top): Json {
    const name = annotationOf(schema, "identifier")
    const example = (annotationOf(schema, "examples") as ReadonlyArray<unknown> | undefined)?.[0]
    const described = { schema: this.of(schema) }
    if (example === undefined) return described
    if (typeof name !== "string") return { ...described, example }
    this.examples[name] = { value: example }
    return { ...described, examples: { [name]: { $ref: `#/components/examples/${name}` } } }
  }

  of(schema: Schema.Top, strict = false): Json {
    const document = documentOf(schema, strict)
    const { definitions, schemas } = JsonSchema.toMultiDocumentOpenApi3_1({
      dialect: "draft-2020-12",
      schemas: [document.schema],
      definitions: document.definitions
    })
    Object.assign(this.schemas, plain(definitions))
    return plain(schemas[0]) as Json
  }

  /** The schemas, sorted; a schema whose example is stored separately doesn't repeat it. */
  get sorted(): Json {
    const entries = Object.entries(this.schemas).map(([name, schema]) => {
      const { examples: _, ...bare } = schema
      return [name, name in this.examples ? bare : schema] as const
    })
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const annotationOf = (schema: Schema.Top, name: "examples" | "identifier"): unknown =>
  Schema.resolveAnnotations(schema)?.[name]

const successes = ({ http }: Operation.Routed): ReadonlyArray<number> =>
  typeof http.status === "function" ? [200, 201] : [http.status ?? 200]

const mediaOf = (operation: Operation.Routed) =>
  files.includes(operation) ? "application/x-ndjson" : "application/json"

const success = (components: Components, operation: Operation.Routed): Json => ({
  description: operation.title,
  headers: {
    ...headersOf("Service-Request-Id", "RateLimit", "RateLimit-Policy"),
    ...(operation.kind === "read" ? {} : headersOf("Idempotent-Replayed")),
    ...(operation.mayWarn === undefined ? {} : headersOf("Service-Warning")),
    ...(Operation.isVersioned(operation, routed) || Operation.answersRecord(operation, routed)
      ? headersOf("ETag")
      : {}),
    ...(operation.deprecated === undefined ? {} : Deprecation.described)
  },
  content: { [mediaOf(operation)]: components.content(operation.success) }
})

/** The response of a write that needs an approval under its credential's rules. */
const pendingResponse = (components: Components): Json => ({
  description: "It waits for an approval. Nothing was done.",
  headers: headersOf("Service-Request-Id", "RateLimit", "RateLimit-Policy"),
  content: { "application/json": components.content(Asked) }
})

const entriesOf = (fields: object) => Object.entries(fields as Record<string, Schema.Top>)

const isRequired = (schema: Schema.Top): boolean => schema.ast.context?.isOptional !== true

/** Generated clients take headers as text: kubb's don't compile if one is a boolean. */
const textual = (schema: Json): Json =>
  schema["type"] === "boolean" ? { ...schema, type: "string", enum: ["true", "false"] } : schema

const parameter =
  (components: Components, place: "path" | "query" | "header") =>
  ([name, schema]: [string, Schema.Top]) => {
    const whole: Json = { ...components.of(schema), ...Field.about(schema) }
    const { description, examples, ...rest } = whole
    return {
      name,
      in: place,
      ...(place === "path" || isRequired(schema) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: place === "header" ? textual(rest) : rest,
      ...(Array.isArray(examples) ? { example: examples[0] } : {})
    }
  }

/** Each operation gets a different example key; a shared one would be refused from the second request on. */
const idempotencyKey = ({ id }: Operation.Routed) => ({
  name: "Idempotency-Key",
  in: "header",
  description: RequestHeaders.idempotencyKey,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: `${id}-1`
})

/** The required scopes and role, in words. */
const allowed = (operation: Operation.Routed): string => {
  const scopes = Operation.scopesOf(operation).map((scope) => `\`${scope}\``)
  const own = scopes.length === 0 ? "any valid credential" : scopes.join(" and ")
  const role = operation.role === "admin" ? ", role admin" : ""
  const further = (operation.also ?? []).map(({ scope, where }) => ` Also \`${scope}\` ${where}.`)
  return `Scope: ${own}${role}.${further.join("")}`
}

const isConditional = (operation: Operation.Any) => Operation.preconditions(operation, routed).length > 0

const describe = (components: Components, errors: Errors, operation: Operation.Routed): Json => {
  const { path, rest } = Operation.carriers(operation)
  const reads = operation.kind === "read"
  const hasBody = Operation.hasBody(operation)
  return {
    operationId: operation.id,
    tags: [operation.id.split(".")[0]],
    summary: operation.title,
    description: `${operation.description}\n\n${Deprecation.words(operation)}${allowed(operation)}`,
    ...(operation.deprecated && { deprecated: true }),
    security: [{ bearer: [] }, { oauth2: Operation.scopesOf(operation) }],
    parameters: [
      ...entriesOf(path).map(parameter(components, "path")),
      ...(reads && !hasBody ? entriesOf(rest).map(parameter(components, "query")) : []),
      ...(reads ? [] : [idempotencyKey(operation), ...RequestHeaders.dryRun]),
      ...entriesOf(operation.headers ?? {}).map(parameter(components, "header")),
      ...(Operation.isVersioned(operation, routed)
        ? [{ $ref: "#/components/parameters/If-None-Match" }]
        : []),
      ...(isConditional(operation) ? [{ $ref: "#/components/parameters/If-Match" }] : []),
      { $ref: "#/components/parameters/Scope" }
    ],
    ...(hasBody &&
      Object.keys(rest).length > 0 && {
        requestBody: {
          required: operation.http.bodyOptional !== true,
          content: {
            "application/json": {
              schema: components.of(Schema.Struct(rest as Schema.Struct.Fields), true),
              ...(operation.example === undefined ? {} : { example: operation.example })
            }
          }
        }
      }),
    responses: {
      ...Object.fromEntries(successes(operation).map((status) => [status, success(components, operation)])),
      ...(reads ? {} : { 202: { $ref: "#/components/responses/Asked" } }),
      ...(Operation.isVersioned(operation, routed) && { 304: { $ref: "#/components/responses/Unchanged" } }),
      ...errors.of(operation, isConditional(operation))
    }
  }
}

/** The document with `base` as its server, and with each operation described in full, as in the reference. */
export const whole = (base: string): Json => {
  const components = new Components()
  const errors = new Errors((schema) => components.of(schema))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of [...routed, ...files]) {
    const path = `/v1${operation.http.path.replace(/:([^/]+)/gu, "{$1}")}`
    paths[path] = {
      ...paths[path],
      [operation.http.method.toLowerCase()]: describe(components, errors, operation)
    }
  }
  components.of(DryRun)
  const responses = {
    ...errors.responses,
    Asked: pendingResponse(components),
    Unchanged: unchanged
  }
  const webhooks = OpenApiWebhooks.make((schema) => components.of(schema))
  return {
    openapi: "3.1.0",
    info: {
      title: "Sales Pipeline API",
      version: "1.2.0",
      description:
        "Boards with ordered stages, deals, notes and activity. Every error is one envelope; every list has one shape.",
      contact: { name: "The operator of this service", url: base },
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: base }],
    security: [{ bearer: [] }, { oauth2: [] }],
    tags: [...new Set(routed.map((operation) => operation.id.split(".")[0]!))].map((name) => ({
      name,
      description: groups[name]
    })),
    paths,
    webhooks,
    components: {
      schemas: components.sorted,
      parameters: { ...RequestHeaders.shared, ...OpenApiWebhooks.shared },
      headers,
      responses,
      examples: components.examples,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A workspace API key (svc_live_…) or an OAuth 2.1 access token."
        },
        oauth2: {
          type: "oauth2",
          description:
            "A person gives an app access; the token allows what they consented to and their role allows.",
          flows: {
            authorizationCode: {
              authorizationUrl: `${base}/oauth/authorize`,
              tokenUrl: `${base}/oauth/token`,
              refreshUrl: `${base}/oauth/token`,
              scopes: english
            }
          }
        }
      }
    }
  }
}

/** The document as it is served, with shared components. */
export const make = (base: string): Json => Shared.of(whole(base))

/** The API description (OpenAPI 3.1), derived from the registry. */
import { JsonSchema, Schema } from "effect"
import * as Fault from "../../schema/Fault.ts"
import * as Operation from "../Operation.ts"
import { routed } from "../Registry.ts"
import * as OpenApiWebhooks from "./OpenApiWebhooks.ts"

type Json = { readonly [key: string]: unknown }

/** What any request may be answered with, whatever the operation: an unknown parameter is refused everywhere. */
const always = [
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "rate_limit_error",
  "api_error"
] as const

const described: Record<Fault.Type, string> = {
  authentication_error: "The credential is missing or not valid.",
  permission_error: "The credential's scopes or role, or the plan, do not allow this.",
  invalid_request_error: "The request is not valid; error.meta.issues lists what is wrong.",
  not_found: "Nothing with this id is in the caller's workspace.",
  rate_limit_error: "A rate limit is used up; Retry-After says how many seconds to wait.",
  conflict_error: "The request conflicts with an earlier one or with the state of things.",
  unsupported_media_type: "The body is not JSON.",
  method_not_allowed: "The address exists under another method; Allow lists them.",
  api_error: "Something failed on our side; quote the request_id."
}

/** Collects components while schemas are turned into JSON Schema. */
class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly examples: Record<string, unknown> = {}

  error(type: Fault.Type, status: number): Json {
    const name = `${type}_${status}`
    this.examples[name] = { value: errorExample(type, status) }
    return { $ref: `#/components/examples/${name}` }
  }

  of(schema: Schema.Top, strict = false): Json {
    const document = Schema.toJsonSchemaDocument(schema, strict ? { onExcessProperty: "error" } : {})
    const { definitions, schemas } = JsonSchema.toMultiDocumentOpenApi3_1({
      dialect: "draft-2020-12",
      schemas: [document.schema],
      definitions: document.definitions
    })
    Object.assign(this.schemas, definitions)
    return schemas[0]
  }
}

/** The headers of answers, once each. */
const headers = {
  "Service-Request-Id": {
    description: "The id of this request; quote it when reporting a bug.",
    schema: { type: "string" }
  },
  RateLimit: {
    description: "What is left of each limit, and seconds until a place comes free.",
    schema: { type: "string" }
  },
  "RateLimit-Policy": {
    description: "The limits: per credential and per workspace, in 60 s.",
    schema: { type: "string" }
  },
  "Retry-After": {
    description: "Seconds to wait, 1 to 60.",
    schema: { type: "integer", minimum: 1, maximum: 60 }
  },
  "WWW-Authenticate": { description: "The scheme to authenticate with.", schema: { type: "string" } }
}

const headersOf = (...names: ReadonlyArray<keyof typeof headers>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const exampleOf = (schema: Schema.Top): unknown =>
  (Schema.resolveAnnotations(schema)?.["examples"] as ReadonlyArray<unknown> | undefined)?.[0]

/** An error as it is answered with this status. */
const errorExample = (type: Fault.Type, status: number) => {
  const codes = Fault.codesOf(Fault.classes.find((one) => Fault.typeOf(one) === type)!)
  const code = codes.find((one) => Fault.statusOf({ _tag: type, code: one }) === status)
  return {
    error: { type, code, message: described[type], request_id: "req_019aa1b2c3d47e5f8a6b7c8d9e0f1a2b" }
  }
}

/** The headers that go with a status. */
const headerNames = (status: number): ReadonlyArray<keyof typeof headers> => {
  if (status === 401) return ["Service-Request-Id", "WWW-Authenticate"]
  const limits = ["Service-Request-Id", "RateLimit", "RateLimit-Policy"] as const
  return [409, 429, 503].includes(status) ? [...limits, "Retry-After"] : limits
}

const errorResponse = (components: Components, status: number, types: ReadonlyArray<Fault.Type>): Json => ({
  description: types.map((type) => described[type]).join(" "),
  headers: headersOf(...headerNames(status)),
  content: {
    "application/json": {
      schema:
        types.length === 1
          ? components.of(Fault.envelopes[types[0]!])
          : { oneOf: types.map((type) => components.of(Fault.envelopes[type])) },
      examples: Object.fromEntries(types.map((type) => [type, components.error(type, status)]))
    }
  }
})

/** Error responses by status: those of every request, of the body, and the operation's own. */
const errors = (components: Components, operation: Operation.Routed): Json => {
  const writes = operation.kind !== "read"
  const types = new Set<Fault.Type>([
    ...always,
    ...operation.faults.map(Fault.typeOf),
    ...(writes ? (["conflict_error"] as const) : []),
    ...(operation.kind === "write" ? (["unsupported_media_type"] as const) : [])
  ])
  const byStatus = new Map<number, Array<Fault.Type>>()
  const add = (status: number, type: Fault.Type) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), type])
  for (const type of types) add(Fault.status[type], type)
  add(503, "api_error")
  if (operation.kind === "write") add(413, "invalid_request_error")
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [status, errorResponse(components, status, list)])
  )
}

const successes = ({ http }: Operation.Routed): ReadonlyArray<number> =>
  typeof http.status === "function" ? [200, 201] : [http.status ?? 200]

const success = (components: Components, operation: Operation.Routed): Json => {
  const example = exampleOf(operation.success)
  return {
    description: operation.title,
    headers: headersOf("Service-Request-Id", "RateLimit", "RateLimit-Policy"),
    content: {
      "application/json": {
        schema: components.of(operation.success),
        ...(example === undefined ? {} : { example })
      }
    }
  }
}

const isRequired = (schema: Schema.Top): boolean => schema.ast.context?.isOptional !== true

const parameter =
  (components: Components, place: "path" | "query") =>
  ([name, schema]: [string, Schema.Top]) => {
    const { description, ...rest } = components.of(schema)
    return {
      name,
      in: place,
      required: place === "path" || isRequired(schema),
      ...(description === undefined ? {} : { description }),
      schema: rest
    }
  }

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same key with the same request within 24 hours replays the first answer; with another request it is a 409.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

const enrichmentClaim = {
  name: "Enrichment-Claim",
  in: "header",
  required: false,
  description:
    "true: writing the enrichment status in_progress is refused (409 enrichment_claimed) while another credential has held the lead so for less than 10 minutes.",
  schema: { type: "string", enum: ["true", "false"] }
}

const describe = (components: Components, operation: Operation.Routed): Json => {
  const { path, rest } = Operation.carriers(operation)
  const reads = operation.kind === "read"
  const body = operation.kind === "write" && Object.keys(rest).length > 0
  const scopes = [operation.scope ?? []].flat()
  return {
    operationId: operation.id,
    tags: [operation.id.split(".")[0]],
    summary: operation.title,
    description: `${operation.description}\n\nScope: ${scopes.length === 0 ? "any valid credential" : scopes.map((scope) => `\`${scope}\``).join(" and ")}${operation.role === "admin" ? ", role admin" : ""}.`,
    security: [{ bearer: scopes }],
    parameters: [
      ...Object.entries(path as Record<string, Schema.Top>).map(parameter(components, "path")),
      ...(reads
        ? Object.entries(rest as Record<string, Schema.Top>).map(parameter(components, "query"))
        : []),
      ...(reads ? [] : [idempotencyKey]),
      ...(operation.exclusive === true ? [enrichmentClaim] : [])
    ],
    ...(body && {
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
      ...errors(components, operation)
    }
  }
}

/** The whole document, with `base` as its server. */
export const make = (base: string): Json => {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of routed) {
    const path = `/v1${operation.http.path.replace(/:([^/]+)/gu, "{$1}")}`
    paths[path] = { ...paths[path], [operation.http.method.toLowerCase()]: describe(components, operation) }
  }
  const webhooks = OpenApiWebhooks.make((schema) => components.of(schema))
  return {
    openapi: "3.1.0",
    info: {
      title: "Sales Pipeline API",
      version: "1.2.0",
      description:
        "Boards with ordered stages, deals, notes and activity. Every error is one envelope; every list has one shape.",
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: base }],
    security: [{ bearer: [] }],
    tags: [...new Set(routed.map((operation) => operation.id.split(".")[0]!))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      examples: components.examples,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A workspace API key (svc_live_…) or an OAuth 2.1 access token."
        }
      }
    }
  }
}

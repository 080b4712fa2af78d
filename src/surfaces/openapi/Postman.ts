/** The API as a Postman collection (schema 2.1). The key is a variable, and every write gets its own idempotency key. */
import {
  type Description,
  mediaOf,
  type Operation,
  operationsOf,
  type Parameter
} from "../docs/Description.ts"

const about = ({ description }: Parameter) => (description === undefined ? {} : { description })

const headerOf = (parameter: Parameter) => {
  const { name } = parameter
  const isKey = name === "Idempotency-Key"
  return { key: name, value: isKey ? "{{$guid}}" : "", disabled: !isKey, ...about(parameter) }
}

const request = ({ description, method, parameters, path, requestBody }: Operation) => {
  const of = (place: Parameter["in"]) => parameters.filter((one) => one.in === place)
  const segments = path.slice(1).replaceAll(/\{([^}]+)\}/gu, ":$1")
  const query = of("query").map((one) => ({
    key: one.name,
    value: "",
    disabled: !one.required,
    ...about(one)
  }))
  const needed = query.filter(({ disabled }) => !disabled).map(({ key }) => `${key}=`)
  return {
    method,
    description,
    header: [
      ...(requestBody === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
      ...of("header").map(headerOf)
    ],
    url: {
      raw: `{{baseUrl}}/${segments}${needed.length > 0 ? `?${needed.join("&")}` : ""}`,
      host: ["{{baseUrl}}"],
      path: segments.split("/"),
      query,
      variable: of("path").map((one) => ({ key: one.name, value: "", ...about(one) }))
    },
    ...(requestBody !== undefined && {
      body: {
        mode: "raw",
        raw: JSON.stringify(mediaOf(requestBody.content).example ?? {}, null, 2),
        options: { raw: { language: "json" } }
      }
    })
  }
}

export const make = (description: Description) => ({
  info: {
    name: description.info.title,
    description: `${description.info.description} Set the variable apiKey to a key of your workspace.`,
    schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
  },
  auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
  variable: [
    { key: "baseUrl", value: description.servers[0]?.url ?? "", type: "string" },
    { key: "apiKey", value: "", type: "string" }
  ],
  item: description.tags.map(({ description: text, name }) => ({
    name,
    description: text,
    item: operationsOf(description, name).map((operation) => ({
      name: operation.summary,
      request: request(operation),
      response: []
    }))
  }))
})

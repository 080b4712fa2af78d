/** A request as a line for a shell: `$SALES_PIPELINE_URL` and `$SALES_PIPELINE_API_KEY` are what the command line and the clients take, too. */
import type { Placed } from "./Description.ts"

/** `deliveryId` becomes `$DELIVERY_ID`. */
const variable = (name: string) => `$${name.replaceAll(/([a-z])([A-Z])/gu, "$1_$2").toUpperCase()}`

/** An id by what it is of, which stands before it in the path. */
export const named = (path: string, name: string): string =>
  name === "id" ? `${/([a-z-]+?)s?\/\{id\}/u.exec(path)?.[1] ?? ""}Id` : name

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export const of = ({ method, operation, path }: Placed): string => {
  const { parameters, requestBody } = operation
  const address = path.replaceAll(/\{([^}]+)\}/gu, (_, name: string) => variable(named(path, name)))
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map(({ name }) => `${name}=${variable(name)}`)
  const body = requestBody?.content["application/json"].example
  const isKeyed = parameters.some(({ name }) => name === "Idempotency-Key")
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$SALES_PIPELINE_URL${address}${query.length > 0 ? `?${query.join("&")}` : ""}"`,
    `-H "Authorization: Bearer $SALES_PIPELINE_API_KEY"`,
    ...(isKeyed ? [`-H "Idempotency-Key: $(openssl rand -hex 16)"`] : []),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(body, null, 2))}`])
  ].join(" \\\n  ")
}

/** Calls of a client that can ask a person to confirm. */
import { Effect } from "effect"
import { TestService } from "../server/TestService.ts"
import { bearer, inModern, send } from "./McpMessages.ts"

const capabilities = "io.modelcontextprotocol/clientCapabilities"

export const open = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const call = (
    name: string,
    args: object,
    more: Record<string, unknown> = {},
    can: object = { elicitation: {} },
    token = client.apiKey.token
  ) => {
    const { body, headers } = inModern("tools/call", { name, arguments: args, ...more })
    const meta = { ...body.params._meta, [capabilities]: can }
    const sent = { ...body, params: { ...body.params, _meta: meta } }
    return Effect.map(
      Effect.promise(() => send(service.url, "POST", { ...bearer(token), ...headers }, sent)),
      (answer) => answer.body
    )
  }
  const lead = (body: object = { firstName: "Mia", lastName: "Chen", companyName: "Acme\nBcc: x" }) =>
    Effect.map(
      Effect.promise(() => client.send("POST", "/v1/leads", body)),
      (answer): string => answer.body.id
    )
  const statusOf = (id: string) =>
    Effect.map(
      Effect.promise(() => client.send("GET", `/v1/leads/${id}`)),
      (answer): string => answer.body.triageStatus
    )
  return { service, client, call, lead, statusOf }
})

export const answered = (action: string, requestState: unknown) => ({
  inputResponses: { confirm: { action, content: {} } },
  requestState
})

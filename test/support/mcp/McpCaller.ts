/** Calls of tools in a new workspace, by its owner and by colleagues. */
import { Effect } from "effect"
import { TestService } from "../server/TestService.ts"
import { bearer, legacy, send } from "./McpMessages.ts"

const caller = (url: string, token: string) => (name: string, args: object) =>
  Effect.map(
    Effect.promise(() => send(url, "POST", bearer(token), legacy("tools/call", { name, arguments: args }))),
    ({ body }) => body.result.structuredContent
  )

export const open = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const call = caller(service.url, client.apiKey.token)
  const rest = (method: string, path: string, body?: unknown) =>
    Effect.map(
      Effect.promise(() => client.send(method, path, body)),
      (answer) => answer.body
    )
  const colleague = (role: "member" | "viewer") =>
    Effect.map(service.member(client.workspace.id, role), ({ token }) => caller(service.url, token))
  return { call, client, colleague, rest, service }
})

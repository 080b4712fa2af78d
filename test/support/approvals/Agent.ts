/** An agent with a key of its own, whose rules an admin set. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { UserId } from "../../../schema/Id.ts"
import type { Client } from "../server/TestService.ts"

const rulesOf = (client: Pick<Client, "send">, credential: string, rules: object) =>
  Effect.promise(async () => {
    const answer = await client.send("PUT", `/v1/rules/${encodeURIComponent(credential)}`, rules)
    assert.strictEqual(answer.status, 200, answer.text)
  })

/** `client` is of an admin without rules; the agent is theirs, or another person's. */
export const make = Effect.fnUntraced(function* (
  client: Pick<Client, "as" | "board" | "send" | "user" | "workspace">,
  rules: object,
  { name = "Scout", userId = client.user.id as string } = {}
) {
  const key = yield* (yield* ApiKeys)
    .create(userId as UserId, name)
    .pipe(Effect.provideService(Tenant, { workspaceId: client.workspace.id }))
  yield* rulesOf(client, key.id, rules)
  const send = client.as(key.token)
  /** Sends a call that has to wait, and returns its approval. */
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    Effect.promise(async (): Promise<any> => {
      const answer = await send(method, path, body, { agent: `${name}/1.2`, ...headers })
      assert.strictEqual(answer.status, 202, answer.text)
      return answer.body.approval
    })
  return { ...key, send, ask, setRules: (changed: object) => rulesOf(client, key.id, changed) }
})

/** A deal made by the admin. */
export const deal = (client: Pick<Client, "board" | "send">, fields: object = {}) =>
  Effect.promise(async (): Promise<any> => {
    const body = { boardId: client.board.id, name: "Fleet", amountCents: 1_000_000, ...fields }
    return (await client.send("POST", "/v1/deals", body)).body
  })

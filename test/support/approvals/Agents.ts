/** An agent with rules, and an admin who decides on what it asks for. */
import { Effect } from "effect"
import { type Api, api, member, ok, workspace } from "../server/Contract.ts"

type Mine = Effect.Success<ReturnType<typeof workspace>>

/** A new key of a new member, held by these rules. */
export const agentOf = Effect.fnUntraced(function* (
  mine: Mine,
  rules: object,
  role: "admin" | "member" = "member"
) {
  const made = yield* member(mine.workspace.id, role)
  const { apiKey } = yield* ok(made.get("/v1/me"))
  const key = apiKey.id as string
  yield* ok(mine.put(`/v1/rules/${key}`, rules))
  return { ...api(made.send), key, userId: made.id, token: made.token }
})

/** A call that must wait: its approval. */
export const asked = (call: ReturnType<Api["post"]>) => Effect.map(ok(call, 202), ({ approval }) => approval)

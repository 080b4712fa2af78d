/** The scopes that a message requires. */
import type { Actor } from "../../../layers/identity/Actor.ts"
import type { Scope } from "../../../schema/Scope.ts"
import { membersOf } from "./arguments/EmptyArguments.ts"
import * as RequestAccess from "./tools/RequestAccess.ts"
import * as Sources from "./resources/Sources.ts"
import { tools } from "./tools/Tools.ts"
import * as Toolsets from "./tools/Toolsets.ts"

const ofResource = (uri: unknown): ReadonlyArray<Scope> =>
  typeof uri === "string" ? (Sources.sourceOf(uri)?.scopes ?? []) : []

/**
 * The scopes that a message needs. An invalid message needs none, and neither does one for something that its address doesn't offer or only
 * admins may do; those are refused later.
 */
export const scopesOf = (
  message: unknown,
  caller: Pick<Actor["Service"], "role">,
  selection = Toolsets.everything
): ReadonlyArray<Scope> => {
  const { method, params } = membersOf(message)
  const { arguments: sent, name, uri } = membersOf(params)
  if (method === "resources/read") return ofResource(uri)
  if (method !== "tools/call" || typeof name !== "string") return []
  const args = membersOf(sent)
  if (name === RequestAccess.name) return RequestAccess.scopesOf(args)
  if (Toolsets.refusal(selection, name) !== undefined) return []
  const tool = tools.get(name)
  return tool === undefined || tool.needsAdmin(caller) ? [] : tool.scopesFor(args)
}

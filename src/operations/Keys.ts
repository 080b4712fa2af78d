import { Effect } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { ApiKeys } from "../../layers/ApiKeys.ts"
import { PlanLimits } from "../../layers/PlanLimits.ts"
import { ApiKeyList, NewApiKey } from "../../schema/ApiKey.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Forbidden, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { KeyId } from "../../schema/Id.ts"
import * as Operation from "../Operation.ts"

const notYours = new Forbidden({
  code: "admin_required",
  message: "This is another person's key. Ask them or an admin to revoke it."
})

export const list = Operation.make("keys.list", {
  title: "List API keys",
  description: "Lists the API keys of the workspace that are not revoked, newest first.",
  kind: "read",
  input: {},
  success: ApiKeyList,
  faults: [],
  run: Effect.fnUntraced(function* () {
    return { data: yield* (yield* ApiKeys).live }
  })
})

export const create = Operation.make("keys.create", {
  title: "Create an API key",
  description: "Makes a key that may do what its maker's role allows; its token is in this answer alone.",
  kind: "write",
  input: { name: Field.name(80) },
  success: NewApiKey,
  faults: [Forbidden],
  run: Effect.fnUntraced(function* ({ name }) {
    const { user, workspace } = yield* Actor
    yield* (yield* PlanLimits).admit(workspace.plan, "api_keys")
    return { name, ...(yield* (yield* ApiKeys).create(user.id, name)) }
  })
})

export const revoke = Operation.make("keys.revoke", {
  title: "Revoke an API key",
  description: "Ends a key for good. People revoke their own keys, admins everybody's.",
  kind: "delete",
  input: { id: KeyId },
  success: Deleted,
  faults: [Forbidden, NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    const keys = yield* ApiKeys
    const { role, user } = yield* Actor
    const key = (yield* keys.live).find((one) => one.id === id)
    if (key === undefined) return yield* NotFound.of("key", id)
    if (role !== "admin" && key.owner.id !== user.id) return yield* notYours
    yield* keys.revoke(id)
    return { id, deleted: true }
  })
})

export const operations = [list, create, revoke] as const

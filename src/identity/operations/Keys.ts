import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import { now } from "../../../layers/runtime/Now.ts"
import type { ApiKey } from "../../../schema/ApiKey.ts"
import type * as Contract from "../contract/Keys.ts"
import * as KeyLimits from "../rules/KeyLimits.ts"
import type * as Implementation from "../../Implementation.ts"
import * as CredentialWebhooks from "../../webhooks/operations/CredentialWebhooks.ts"

const notYours = new Forbidden({
  code: "admin_required",
  message: "This is another person's key. Ask them or an admin to revoke it."
})

const refuse = ({ message, path }: KeyLimits.Flaw) => Invalid.at("invalid_body", path, message)

/** Hides the origin of requests, because not everyone should see where a colleague works. */
const discreet = {
  lastUsedAddress: null,
  lastUsedAgent: null,
  lastRefusedAddress: null
} satisfies Partial<ApiKey>

export const implementations = {
  "keys.list": Effect.fnUntraced(function* () {
    const webhookCounts = yield* CredentialWebhooks.counts
    const keys = yield* (yield* ApiKeys).listLive
    const { role, user } = yield* Actor
    return {
      data: keys.map((key) => ({
        ...key,
        ...(role === "admin" || key.owner.id === user.id ? {} : discreet),
        webhooks: webhookCounts({ type: "api_key", id: key.id, userId: key.owner.id })
      }))
    }
  }),
  "keys.create": Effect.fnUntraced(function* ({ name, ...asked }) {
    const { user, workspace } = yield* Actor
    const limits = yield* Effect.mapError(Effect.fromResult(KeyLimits.of(asked, yield* now)), refuse)
    yield* (yield* PlanLimits).admit(workspace.plan, "api_keys")
    return { name, ...limits, ...(yield* (yield* ApiKeys).create(user.id, name, limits)) }
  }),
  "keys.revoke": Effect.fnUntraced(function* ({ endWebhooks, id }) {
    const keys = yield* ApiKeys
    const { role, user } = yield* Actor
    const key = (yield* keys.listLive).find((one) => one.id === id)
    if (key === undefined) return yield* NotFound.of("key", id)
    if (role !== "admin" && key.owner.id !== user.id) return yield* notYours
    if (endWebhooks === true) yield* CredentialWebhooks.end({ type: "api_key", id, userId: key.owner.id })
    yield* keys.revoke(id)
    return { id, deleted: true }
  })
} satisfies Implementation.Of<typeof Contract.operations>

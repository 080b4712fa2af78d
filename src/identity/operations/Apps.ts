import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Grants } from "../../../layers/identity/oauth/Grants.ts"
import { Forbidden, NotFound } from "../../../schema/Fault.ts"
import type * as Contract from "../contract/Apps.ts"
import type * as Implementation from "../../Implementation.ts"
import * as CredentialWebhooks from "../../webhooks/operations/CredentialWebhooks.ts"

const notYours = new Forbidden({
  code: "admin_required",
  message: "Another person connected this app. Ask them or an admin to disconnect it."
})

export const implementations = {
  "apps.list": Effect.fnUntraced(function* () {
    const apps = yield* (yield* Grants).list
    const webhookCounts = yield* CredentialWebhooks.counts
    return {
      data: apps.map(({ email, userId, ...app }) => ({
        ...app,
        owner: { id: userId, email },
        webhooks: webhookCounts({ type: "oauth", id: app.clientId, userId })
      }))
    }
  }),
  "apps.revoke": Effect.fnUntraced(function* ({ endWebhooks, grantId }) {
    const grants = yield* Grants
    const { role, user } = yield* Actor
    const app = (yield* grants.list).find((one) => one.grantId === grantId)
    if (app === undefined) return yield* NotFound.of("app", grantId)
    if (role !== "admin" && app.userId !== user.id) return yield* notYours
    if (endWebhooks === true) {
      yield* CredentialWebhooks.end({ type: "oauth", id: app.clientId, userId: app.userId })
    }
    yield* grants.revoke(grantId)
    return { id: grantId, deleted: true }
  })
} satisfies Implementation.Of<typeof Contract.operations>

import { Effect, Schema } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { Grants } from "../../layers/oauth/Grants.ts"
import { AppList } from "../../schema/App.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Forbidden, NotFound } from "../../schema/Fault.ts"
import * as Operation from "../Operation.ts"

const notYours = new Forbidden({
  code: "admin_required",
  message: "Another person connected this app. Ask them or an admin to disconnect it."
})

export const list = Operation.make("apps.list", {
  title: "List connected apps",
  description: "Lists the apps that people connected to the workspace by OAuth, newest first.",
  kind: "read",
  input: {},
  success: AppList,
  faults: [],
  run: Effect.fnUntraced(function* () {
    const apps = yield* (yield* Grants).list
    return { data: apps.map(({ email, userId, ...app }) => ({ ...app, owner: { id: userId, email } })) }
  })
})

export const revoke = Operation.make("apps.revoke", {
  title: "Disconnect an app",
  description:
    "Ends what an app was granted; its tokens are refused. People disconnect their own apps, admins all.",
  kind: "delete",
  input: { grantId: Schema.String },
  success: Deleted,
  faults: [Forbidden, NotFound],
  run: Effect.fnUntraced(function* ({ grantId }) {
    const grants = yield* Grants
    const { role, user } = yield* Actor
    const app = (yield* grants.list).find((one) => one.grantId === grantId)
    if (app === undefined) return yield* NotFound.of("app", grantId)
    if (role !== "admin" && app.userId !== user.id) return yield* notYours
    yield* grants.revoke(grantId)
    return { id: grantId, deleted: true }
  })
})

export const operations = [list, revoke] as const

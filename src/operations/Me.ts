import { Effect } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { Me } from "../../schema/Me.ts"
import * as Operation from "../Operation.ts"
import type { KeyId } from "../../schema/Id.ts"
import { all } from "../../schema/Scope.ts"

export const get = Operation.make("me.get", {
  title: "Who am I",
  description:
    "Verifies the credential and answers whom it speaks for, in which workspace, and which scopes it holds right now.",
  http: { method: "GET", path: "/me" },
  kind: "read",
  input: {},
  success: Me,
  faults: [],
  run: Effect.fnUntraced(function* () {
    const { credential, scopes, user, workspace } = yield* Actor
    return {
      user,
      workspace,
      apiKey: credential.kind === "api_key" ? { id: credential.id as KeyId, name: credential.name } : null,
      auth: {
        kind: credential.kind === "oauth" ? ("oauth" as const) : ("api_key" as const),
        scopes: all.filter((scope) => scopes.has(scope)),
        client: credential.kind === "oauth" ? { id: credential.clientId } : null
      }
    }
  })
})

export const operations = [get] as const

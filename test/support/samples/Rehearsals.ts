/** Rehearsals of a workspace, made by the command, and requests with their key. */
import { Effect } from "effect"
import { run as admin } from "../server/Admin.ts"
import { type Api, as } from "../server/Contract.ts"

interface Forked {
  readonly workspace: { readonly id: string; readonly name: string; readonly plan: string }
  readonly rehearsalOf: string
  readonly apiKey: { readonly id: string; readonly token: string }
  readonly expiresAt: string
  readonly counts: Readonly<Record<string, number>>
}

export const fork = Effect.fnUntraced(function* (id: string, flags: Readonly<Record<string, string>> = {}) {
  const made: Forked = yield* admin("workspace fork", { workspace: id, ...flags })
  const api: Api = yield* as(made.apiKey.token)
  return { ...made, ...api }
})

/** The `Scope` header, which restricts a request to some of its credential's scopes. It never adds a scope. */
import { Effect } from "effect"
import type { Actor } from "../../../../layers/identity/Actor.ts"
import { Invalid } from "../../../../schema/Fault.ts"
import { all, type Scope } from "../../../../schema/Scope.ts"
import { nearest } from "../../../shared/Nearest.ts"

const isScope = (text: string): text is Scope => all.includes(text as Scope)

const unknown = (name: string) => {
  const meant = nearest(name, all)
  const wrong = name === "" ? "is empty" : `names ${name.slice(0, 60)}, which is no scope`
  return new Invalid({
    code: "invalid_scope",
    message: `The header Scope ${wrong}${meant === undefined ? "" : `; did you mean ${meant}?`} Send scopes separated by spaces, out of ${all.join(", ")}; without the header the request has all that its credential allows.`,
    meta: { scopes: all }
  })
}

/** The caller with the scopes that remain; `header` is undefined for nearly all requests. */
export const narrowed = (
  actor: Actor["Service"],
  header: string | undefined
): Effect.Effect<Actor["Service"], Invalid> => {
  if (header === undefined) return Effect.succeed(actor)
  const names = header.trim().split(/\s+/u)
  const wrong = names.find((one) => !isScope(one))
  if (wrong !== undefined) return Effect.fail(unknown(wrong))
  const requested = new Set(all.filter((scope) => names.includes(scope)))
  if (requested.size === all.length) return Effect.succeed(actor)
  return Effect.succeed({
    ...actor,
    asked: requested,
    scopes: new Set([...requested].filter((scope) => actor.scopes.has(scope)))
  })
}

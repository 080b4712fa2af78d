/** Another instance of the service in the same test: a database, key and files of its own. */
import { type Context, Effect, Layer, type Scope } from "effect"
import { run as admin } from "./Admin.ts"
import { join } from "node:path"
import { as } from "./Contract.ts"
import { temporaryDirectory } from "./TestServer.ts"
import { TestService } from "./TestService.ts"

type Provided = Layer.Success<ReturnType<typeof TestService.layer>>

const built = (settings: Record<string, string>) =>
  Layer.build(
    Layer.fresh(
      TestService.layer({
        ENCRYPTION_KEY: "6".repeat(64),
        BASE_URL: "https://second.example",
        OUTBOUND_ALLOW_PRIVATE: "true",
        ...settings
      })
    )
  ) as Effect.Effect<Context.Context<Provided>, never, Scope.Scope>

/** Runs effects on it: `admin`, and requests with `as`. Lasts as long as the scope. */
export const make = (settings: Record<string, string> = {}) =>
  Effect.map(built(settings), (context) => {
    const on = <A, E>(effect: Effect.Effect<A, E, Provided>): Effect.Effect<A, E> =>
      Effect.provide(effect, context)
    return { on, admin: (...call: Parameters<typeof admin>) => on(admin(...call)) }
  })

/** Moves a workspace to another instance, and returns what `path` answers there. */
export const readMoved = Effect.fnUntraced(function* (workspace: string, token: string, path: string) {
  const to = join(yield* temporaryDirectory, "workspace.ndjson")
  const passphrase = "correct horse battery staple"
  yield* admin("workspace export", { workspace, to, passphrase })
  const second = yield* make()
  yield* second.admin("workspace import", { from: to, passphrase })
  yield* second.admin("workspace resume", { workspace })
  const answer = yield* second.on(Effect.flatMap(as(token), (api) => api.get(path)))
  return answer.body
})

/** Announces that keys, roles, plans or grants changed: in this process directly, in the others by notification. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Scope } from "effect"
import * as Channel from "../platform/database/Channel.ts"
import { Database } from "../platform/database/Database.ts"
import * as Loop from "../platform/Loop.ts"
import * as Sql from "../platform/database/Sql.ts"

const channel = "credentials"

export class CredentialNews extends Context.Service<
  CredentialNews,
  {
    /** Tells every process that the permissions of `id` changed; within a transaction, after the commit. */
    readonly announce: (id: string) => Effect.Effect<void>
    /** Runs `listener` at every announcement, for as long as the scope is open. */
    readonly hear: (listener: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
  }
>()("pipeline/layers/CredentialNews") {
  static readonly layer = Layer.effect(
    CredentialNews,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const listening = yield* Layer.build(Database.listening(1))
      const listeners = new Set<Effect.Effect<void>>()
      const tellOwn = Effect.suspend(() => Effect.all([...listeners], { discard: true }))

      const announce = Effect.fn("CredentialNews.announce")(function* (id: string) {
        yield* sql`SELECT pg_notify(${channel}, ${id})`
        yield* sql.afterCommit(tellOwn)
      }, Sql.orDie)

      const listen = (listener: Effect.Effect<void>) =>
        Loop.forever(
          "Listening for news of credentials",
          (works) =>
            Channel.hear(channel, { ready: Effect.andThen(listener, works), each: () => listener }).pipe(
              Effect.provideContext(listening)
            ),
          { pause: "500 millis" }
        )

      const hear = Effect.fnUntraced(function* (listener: Effect.Effect<void>) {
        yield* Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
        yield* Effect.forkScoped(listen(listener))
      })

      return CredentialNews.of({ announce, hear })
    })
  )
}

/** Announces changes of keys, roles, plans and grants: in this process directly, in others by NOTIFY. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Scope } from "effect"
import * as Channel from "../database/client/Channel.ts"
import { Database } from "../database/Database.ts"
import * as Loop from "../runtime/Loop.ts"
import * as Sql from "../database/Sql.ts"

const channel = "credentials"

type Listener = (id: string | undefined) => Effect.Effect<void>

export class CredentialChanges extends Context.Service<
  CredentialChanges,
  {
    /** Tells every process that the permissions of `id` changed; within a transaction, after the commit. */
    readonly announce: (id: string) => Effect.Effect<void>
    /** Runs `listener` with the id of every announcement while the scope is open; without an id when some may have been missed. */
    readonly subscribe: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>()("pipeline/layers/CredentialChanges") {
  static readonly layer = Layer.effect(
    CredentialChanges,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const listening = yield* Layer.build(Database.listeners(1))
      const listeners = new Set<Listener>()
      const tellOwn = (id: string) =>
        Effect.suspend(() => Effect.forEach([...listeners], (listener) => listener(id), { discard: true }))

      const announce = Effect.fn("CredentialChanges.announce")(function* (id: string) {
        yield* sql`SELECT pg_notify(${channel}, ${id})`
        yield* sql.afterCommit(tellOwn(id))
      }, Sql.orDie)

      const listen = (listener: Listener) =>
        Loop.forever(
          "Listening for news of credentials",
          (works) =>
            Channel.listen(channel, {
              ready: Effect.andThen(listener(undefined), works),
              each: listener
            }).pipe(Effect.provideContext(listening)),
          { pause: "500 millis" }
        )

      const subscribe = Effect.fnUntraced(function* (listener: Listener) {
        yield* Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
        yield* Effect.forkScoped(listen(listener))
      })

      return CredentialChanges.of({ announce, subscribe })
    })
  )
}

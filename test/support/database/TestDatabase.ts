/** A fresh, migrated database for a test file: a clone of the run's template, dropped when the file is done. */
import { Context, Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { Database } from "../../../layers/database/Database.ts"
import * as TestServer from "../server/TestServer.ts"

/** The clone's URL, for tests that start a whole service on it. */
export class TestDatabase extends Context.Service<
  TestDatabase,
  { readonly name: string; readonly url: string }
>()("pipeline/test/TestDatabase") {
  /** Only the clone, without a connection to it. */
  static readonly layerClone = Layer.unwrap(
    Effect.sync(() => Layer.effect(TestDatabase, TestServer.clone(inject("testServer"), "template")))
  )

  /** A clone reached at another URL, for example through a proxy. */
  static readonly layerAt = <R>(addressOf: (url: string) => Effect.Effect<string, never, R>) =>
    Layer.unwrap(
      Effect.gen(function* () {
        const { url } = yield* TestDatabase
        return Database.connect(Redacted.make(yield* addressOf(url)))
      })
    ).pipe(Layer.provideMerge(TestDatabase.layerClone))

  /** The clone, with the services of `Database.layer`: `Database`, `PgClient`, `SqlClient`. */
  static readonly layer = TestDatabase.layerAt(Effect.succeed)

  /** Whether the run's server is a cluster. */
  static readonly isCluster = process.env["TEST_DATABASE"]?.startsWith("cluster") ?? false

  /** An empty database on each node of the run's cluster, for tests of migrations; gives their addresses. */
  static readonly emptyCluster = Effect.suspend(() => TestServer.emptyCluster(inject("testServer")))

  /** An empty database, for tests of migrations. */
  static readonly layerEmpty = Layer.unwrap(
    Effect.map(TestDatabase, ({ url }) => Database.connect(Redacted.make(url)))
  ).pipe(
    Layer.provideMerge(
      Layer.unwrap(
        Effect.sync(() => Layer.effect(TestDatabase, TestServer.clone(inject("testServer"), "nothing")))
      )
    )
  )
}

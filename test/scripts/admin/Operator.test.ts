import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layer as services } from "../../../scripts/admin/command/Services.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const environment = Layer.unwrap(
  Effect.gen(function* () {
    const { url } = yield* TestDatabase
    return ConfigProvider.layer(
      ConfigProvider.fromUnknown({ DATABASE_URL: url, DATA_DIR: yield* temporaryDirectory })
    )
  })
)

layer(services.pipe(Layer.provide(environment), Layer.provide(TestDatabase.layerClone)))(
  "an operator's command",
  (it) => {
    it.effect("has no time limit on statements", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SHOW statement_timeout`, [{ statement_timeout: "0" }])
      })
    )
  }
)

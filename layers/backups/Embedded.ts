/** Whether the database is the embedded one. Workers also have a URL: that of the embedded server of their primary. */
import { Effect, Redacted } from "effect"
import { join, resolve } from "node:path"
import { Database } from "../database/Database.ts"
import * as Postmaster from "../postgres/Postmaster.ts"
import { Settings } from "../settings/Settings.ts"

export const isEmbedded = Effect.gen(function* () {
  const { dataDir } = yield* Settings
  const { hostname, port } = new URL(Redacted.value((yield* Database).url))
  const postmaster = yield* Postmaster.find(join(resolve(dataDir), "postgres"))
  return hostname === "127.0.0.1" && Number(port) === postmaster?.port
})

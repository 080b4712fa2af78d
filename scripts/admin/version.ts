/** `version`: which build this is. */
import { Effect, Layer } from "effect"
import * as Version from "../../layers/platform/Version.ts"
import { makeOn } from "./Command.ts"

export const version = makeOn(
  Effect.succeed(Layer.empty),
  "version",
  "Says which version and commit this is, and which Node runs it.",
  {},
  () =>
    Effect.succeed({
      version: Version.version,
      commit: Version.commit,
      node: process.versions.node
    })
)

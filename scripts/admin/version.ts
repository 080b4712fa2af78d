/** `version`: prints the build. */
import { Effect, Layer } from "effect"
import * as Version from "../../layers/runtime/Version.ts"
import { makeOn } from "./command/Command.ts"

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

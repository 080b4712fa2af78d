/** The settings of an empty environment, except for those that a test names. */
import { NodeFileSystem } from "@effect/platform-node"
import { ConfigProvider, Effect, FileSystem, Layer } from "effect"
import { Settings } from "../../../layers/settings/Settings.ts"

export const testSettings = (changes: Partial<Settings["Service"]>) =>
  Layer.effect(
    Settings,
    Effect.map(Settings, (settings) => Settings.of({ ...settings, ...changes }))
  ).pipe(Layer.provide(Settings.layer), Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({}))))

/** The same, with a temporary data directory. */
export const tempSettings = (changes: Partial<Settings["Service"]>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* Effect.orDie(fs.makeTempDirectoryScoped())
      return testSettings({ dataDir, ...changes })
    })
  ).pipe(Layer.provide(NodeFileSystem.layer))

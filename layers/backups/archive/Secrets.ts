/** The secrets of a backup: the service's encryption key, and the passphrase that seals it. */
import { Effect, FileSystem, Redacted } from "effect"
import { join } from "node:path"
import { Settings } from "../../settings/Settings.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import { ofFile } from "../BackupError.ts"

/** In DATA_DIR, unless ENCRYPTION_KEY is set. */
export const keyFile = "encryption.key"

/** The encryption key, or keys, as the operator has them; undefined if there is none here. Makes none. */
export const key = Effect.gen(function* () {
  const { dataDir, encryptionKey } = yield* Settings
  if (encryptionKey !== undefined) return Redacted.value(encryptionKey)
  const fs = yield* FileSystem.FileSystem
  const path = join(dataDir, keyFile)
  const failed = ofFile(`${path} could not be read`)
  if (!(yield* Effect.mapError(fs.exists(path), failed))) return undefined
  return (yield* Effect.mapError(fs.readFileString(path), failed)).trim()
})

/** The vault of a key, or keys with commas between them. */
export const vaultOf = (text: string) =>
  Effect.gen(function* () {
    return yield* Encryption
  }).pipe(
    Effect.provide(Encryption.layer),
    Effect.updateService(Settings, (settings) => ({ ...settings, encryptionKey: Redacted.make(text) }))
  )

/** The settings' passphrase. */
export const passphrase = Effect.map(
  Settings,
  ({ backupPassphrase }) => backupPassphrase && Redacted.value(backupPassphrase)
)

/** The service's encryption key, and the passphrase that seals it in a backup. */
import { Effect, FileSystem, Redacted } from "effect"
import { join } from "node:path"
import { Settings } from "../../settings/Settings.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import { ofFile } from "../BackupError.ts"

/** File in DATA_DIR that holds the key unless ENCRYPTION_KEY is set. */
export const keyFile = "encryption.key"

/** The configured encryption keys, or undefined if there are none. Never generates one. */
export const key = Effect.gen(function* () {
  const { dataDir, encryptionKey } = yield* Settings
  if (encryptionKey !== undefined) return Redacted.value(encryptionKey)
  const fs = yield* FileSystem.FileSystem
  const path = join(dataDir, keyFile)
  const failed = ofFile(`${path} could not be read`)
  if (!(yield* Effect.mapError(fs.exists(path), failed))) return undefined
  return (yield* Effect.mapError(fs.readFileString(path), failed)).trim()
})

/** Encryption with the given key, or with several separated by commas. */
export const vaultOf = (text: string) =>
  Effect.gen(function* () {
    return yield* Encryption
  }).pipe(
    Effect.provide(Encryption.layer),
    Effect.updateService(Settings, (settings) => ({ ...settings, encryptionKey: Redacted.make(text) }))
  )

export const passphrase = Effect.map(
  Settings,
  ({ backupPassphrase }) => backupPassphrase && Redacted.value(backupPassphrase)
)

/**
 * Signs and verifies the manifest. The signature is checked before any of a backup is unpacked or started, because a database's files can
 * make PostgreSQL run any command.
 */
import { Effect } from "effect"
import type { Encryption } from "../../encryption/Encryption.ts"
import { BackupError } from "../BackupError.ts"
import type { BackupReader } from "./BackupReader.ts"
import * as WrappedKey from "./WrappedKey.ts"
import * as Secrets from "./Secrets.ts"

interface VerifyOptions {
  readonly passphrase: string | undefined
  /** Prefers the configured key over the one in the backup, whose passphrase may be lost. */
  readonly preferConfiguredKey: boolean
  /** Accepts a backup whose signature can't be checked, but never one whose signature is wrong. */
  readonly allowUnsigned: boolean
}

/** A backup whose signature was checked or waived. */
export interface VerifiedBackup {
  readonly opened: BackupReader
  /** The key that signed it; undefined if it isn't available. */
  readonly key: string | undefined
  readonly encryption: Encryption["Service"] | undefined
  /** Describes the result for the operator. */
  readonly signature: string
}

const purpose = "backup manifest"

export const sign =
  (encryption: Encryption["Service"]) =>
  (text: string): string =>
    Buffer.from(encryption.mac(purpose)(text)).toString("hex")

const hasValidSignature = ({ signature, text }: BackupReader, encryption: Encryption["Service"]): boolean =>
  encryption.macs(purpose).some((mac) => Buffer.from(mac(text)).toString("hex") === signature)

const unwrapKey = Effect.fnUntraced(function* (sealedKey: string, passphrase: string | undefined) {
  if (passphrase !== undefined) return yield* WrappedKey.unwrap(sealedKey, passphrase)
  return yield* new BackupError({
    code: "backup_key",
    message:
      "The encryption key in this backup is protected by a passphrase. Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or add --passphrase -."
  })
})

/** The key in the backup, or else the configured one; undefined if there is neither. */
export const keyFor = Effect.fnUntraced(function* (
  { sealedKey }: BackupReader,
  { passphrase, preferConfiguredKey }: Omit<VerifyOptions, "allowUnsigned">
) {
  if (sealedKey === undefined) return yield* Secrets.key
  if (!preferConfiguredKey) return yield* unwrapKey(sealedKey, passphrase)
  const own = yield* Secrets.key
  return own === undefined && passphrase !== undefined ? yield* unwrapKey(sealedKey, passphrase) : own
})

const tampered = (why: string) =>
  new BackupError({
    code: "backup_forged",
    message: `The backup was modified: ${why}. Nothing was restored. Choose another backup (admin backup list).`
  })

const unverifiable = (why: string) =>
  new BackupError({
    code: "backup_unsigned",
    message: `The backup's signature can't be verified: ${why}. A forged backup can run commands on this machine. If you trust where it was stored, add --unsigned.`
  })

/** Fails unless the key signed the manifest, or `allowUnsigned` waives a check that isn't possible. */
export const verify = Effect.fn("Signature.verify")(function* (opened: BackupReader, options: VerifyOptions) {
  const key = yield* keyFor(opened, options)
  const encryption = key === undefined ? undefined : yield* Secrets.vaultOf(key)
  const verified = (signature: string): VerifiedBackup => ({ opened, key, encryption, signature })
  if (opened.signature === "") {
    if (opened.sealedKey !== undefined) return yield* tampered("its signature is missing")
    if (options.allowUnsigned)
      return verified("not signed: the service had no encryption key when the backup was created")
    return yield* unverifiable("it is not signed")
  }
  if (encryption === undefined) {
    if (options.allowUnsigned) return verified("not verified: the signing key isn't available")
    return yield* unverifiable(
      "the key that signed it isn't available (set ENCRYPTION_KEY, or DATA_DIR to the directory of the service)"
    )
  }
  if (hasValidSignature(opened, encryption)) return verified("signed with this key")
  return yield* tampered(
    opened.sealedKey === undefined
      ? "its manifest wasn't signed with this service's key (ENCRYPTION_KEY, or DATA_DIR/encryption.key). The backup may belong to another service"
      : "its manifest wasn't signed with its own key"
  )
})

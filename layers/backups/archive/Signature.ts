/**
 * Signs and verifies the manifest. The signature is checked before any of a backup is unpacked or started, because a database's files can
 * make PostgreSQL run any command.
 */
import { Effect } from "effect"
import type { Encryption } from "../../encryption/Encryption.ts"
import { BackupError } from "../BackupError.ts"
import type { BackupReader } from "./BackupReader.ts"
import * as SealedKey from "./SealedKey.ts"
import * as Secrets from "./Secrets.ts"

interface ProofOptions {
  readonly passphrase: string | undefined
  /** Prefers the configured key over the one in the backup, whose passphrase may be lost. */
  readonly withoutKey: boolean
  /** Accepts a backup whose signature can't be checked, but never one whose signature is wrong. */
  readonly unsigned: boolean
}

/** A backup whose signature was checked or waived. */
export interface Proven {
  readonly opened: BackupReader
  /** The key that signed it; undefined if it isn't available. */
  readonly key: string | undefined
  readonly encryption: Encryption["Service"] | undefined
  /** Describes the result for the operator. */
  readonly signature: string
}

const purpose = "backup manifest"

export const of =
  (encryption: Encryption["Service"]) =>
  (text: string): string =>
    Buffer.from(encryption.mac(purpose)(text)).toString("hex")

const isSigned = ({ signature, text }: BackupReader, encryption: Encryption["Service"]): boolean =>
  encryption.macs(purpose).some((mac) => Buffer.from(mac(text)).toString("hex") === signature)

const unsealed = Effect.fnUntraced(function* (sealedKey: string, passphrase: string | undefined) {
  if (passphrase !== undefined) return yield* SealedKey.open(sealedKey, passphrase)
  return yield* new BackupError({
    code: "backup_key",
    message:
      "The encryption key in this backup is sealed: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or add --passphrase -."
  })
})

/** The key in the backup, or else the configured one; undefined if there is neither. */
export const keyFor = Effect.fnUntraced(function* (
  { sealedKey }: BackupReader,
  { passphrase, withoutKey }: Omit<ProofOptions, "unsigned">
) {
  if (sealedKey === undefined) return yield* Secrets.key
  if (!withoutKey) return yield* unsealed(sealedKey, passphrase)
  const own = yield* Secrets.key
  return own === undefined && passphrase !== undefined ? yield* unsealed(sealedKey, passphrase) : own
})

const forged = (why: string) =>
  new BackupError({
    code: "backup_forged",
    message: `The backup is not what the service made: ${why}. Nothing of it was unpacked. Take another one (admin backup list).`
  })

const unproven = (why: string) =>
  new BackupError({
    code: "backup_unsigned",
    message: `Nobody can tell who made this backup: ${why}. A forged one runs commands on this machine. If nobody else could write it, add --unsigned.`
  })

/** Fails unless the key signed the manifest, or `unsigned` waives a check that isn't possible. */
export const prove = Effect.fn("Signature.prove")(function* (opened: BackupReader, options: ProofOptions) {
  const key = yield* keyFor(opened, options)
  const encryption = key === undefined ? undefined : yield* Secrets.vaultOf(key)
  const proven = (signature: string): Proven => ({ opened, key, encryption, signature })
  if (opened.signature === "") {
    if (opened.sealedKey !== undefined) return yield* forged("its signature is missing")
    if (options.unsigned) return proven("not signed: no key was there when it was made")
    return yield* unproven("it is not signed")
  }
  if (encryption === undefined) {
    if (options.unsigned) return proven("not checked: the key is not here")
    return yield* unproven(
      "the key that signed it is not here (set ENCRYPTION_KEY, or DATA_DIR to the directory of the service)"
    )
  }
  if (isSigned(opened, encryption)) return proven("signed with this key")
  return yield* forged(
    opened.sealedKey === undefined
      ? "its manifest is not signed with the key that is set here (ENCRYPTION_KEY, or DATA_DIR/encryption.key), which may be another service's"
      : "its manifest is not signed with its key, so someone changed it"
  )
})

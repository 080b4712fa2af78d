/** The result of a verification, signed with the service's encryption key. */
import { Effect, Schema } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import type { Encryption } from "../encryption/Encryption.ts"
import { BackupError } from "./BackupError.ts"
import type { BackupReader } from "./archive/BackupReader.ts"

const Found = Schema.Struct({
  backup: Schema.String,
  /** SHA-256 of manifest.json, which contains the hash of every part. */
  manifestSha256: Schema.String,
  /** Size of the whole backup file. */
  bytes: Schema.optionalKey(Schema.Int),
  verifiedAt: Schema.String,
  version: Schema.String,
  ok: Schema.Boolean,
  checks: Schema.Array(Schema.Struct({ check: Schema.String, ok: Schema.Boolean, found: Schema.String })),
  rows: Schema.Record(Schema.String, Schema.Int)
})

export type Found = typeof Found.Type

/** HMAC-SHA256 of the other fields as compact JSON; null if there was no key. */
const VerificationReport = Schema.Struct({ ...Found.fields, signature: Schema.NullOr(Schema.String) })

export type VerificationReport = typeof VerificationReport.Type

const purpose = "backup report"

export const sign = (found: Found, encryption: Encryption["Service"] | undefined): VerificationReport => ({
  ...found,
  signature:
    encryption === undefined
      ? null
      : Buffer.from(encryption.mac(purpose)(JSON.stringify(found))).toString("hex")
})

/** Hash of the manifest, which contains the hash of every part. */
export const hashOf = ({ text }: BackupReader): string => createHash("sha256").update(text).digest("hex")

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(VerificationReport))

/** Whether a report says that this exact file is sound. It doesn't check the signature; `check` does. */
export const vouches = (text: string, opened: BackupReader) =>
  Effect.match(decode(text), {
    onFailure: () => false,
    onSuccess: ({ bytes, manifestSha256, ok }) =>
      ok && manifestSha256 === hashOf(opened) && bytes === opened.bytes
  })

const refuse = (message: string) => new BackupError({ code: "report_invalid", message })

/** Reads a report, and fails unless it was signed with this key. */
export const check = Effect.fnUntraced(function* (text: string, encryption: Encryption["Service"]) {
  const { signature, ...found } = yield* Effect.mapError(decode(text), () =>
    refuse("This is not a report of backup verify.")
  )
  if (signature === null)
    return yield* refuse("The report is not signed: the key was not there when it was made.")
  const signatureBytes = Buffer.from(signature, "hex")
  const isOurs = encryption.macs(purpose).some((mac) => {
    const expected = mac(JSON.stringify(found))
    return expected.length === signatureBytes.length && timingSafeEqual(expected, signatureBytes)
  })
  if (isOurs) return found
  return yield* refuse(
    "The report was changed, or signed with another key: its signature is not that of this ENCRYPTION_KEY."
  )
})

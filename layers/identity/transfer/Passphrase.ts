/**
 * Encrypts the secrets of an exported workspace with a passphrase: AES-256-GCM, with a key derived by scrypt. The nonce is derived from the
 * plaintext and its place, so that the same workspace gives the same bytes.
 */
import { Effect, Result } from "effect"
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, scrypt } from "node:crypto"
import type { WorkspaceId } from "../../../schema/Id.ts"
import { Refused } from "../Workspaces.ts"
import type { Seal } from "./Format.ts"

/** 128 MiB and about half a second for each guess of a passphrase. */
const cost = { n: 2 ** 17, r: 8, p: 1 } as const

const checked = "sales-pipeline"

export interface Sealer {
  readonly seal: (text: string, context: string) => string
  /** Undefined if it was encrypted with another passphrase, or for another place. */
  readonly open: (sealed: string, context: string) => string | undefined
}

const derive = (passphrase: string, workspaceId: WorkspaceId) =>
  Effect.callback<Buffer>((resume) => {
    const salt = createHash("sha256").update(`sales-pipeline-workspace ${workspaceId}`).digest()
    const options = { N: cost.n, r: cost.r, p: cost.p, maxmem: 256 * 1_048_576 }
    scrypt(passphrase.normalize("NFC"), salt, 32, options, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })

const [nonceSize, tagSize] = [12, 16]

const sealerOf = (root: Buffer): Sealer => {
  const key = Buffer.from(hkdfSync("sha256", root, "", "seal", 32))
  const nonceKey = Buffer.from(hkdfSync("sha256", root, "", "nonce", 32))
  return {
    seal: (text, context) => {
      const nonce = createHmac("sha256", nonceKey)
        .update(`${context}\0${text}`)
        .digest()
        .subarray(0, nonceSize)
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed, "base64")
      if (bytes.length < nonceSize + tagSize) return undefined
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceSize))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(nonceSize, nonceSize + tagSize))
      const text = decipher.update(bytes.subarray(nonceSize + tagSize))
      return Result.getOrUndefined(Result.try(() => Buffer.concat([text, decipher.final()]).toString("utf8")))
    }
  }
}

/** Returns a sealer for a workspace's secrets, and the part of the header that describes it. */
export const forExport = Effect.fnUntraced(function* (passphrase: string, workspaceId: WorkspaceId) {
  const sealer = sealerOf(yield* derive(passphrase, workspaceId))
  const seal: Seal = { kdf: "scrypt", ...cost, check: sealer.seal(checked, "check") }
  return { sealer, seal }
})

/** Returns a sealer for an export's secrets. The cost is fixed, so that no header can ask for more. */
export const forImport = Effect.fnUntraced(function* (
  passphrase: string,
  workspaceId: WorkspaceId,
  seal: Seal
) {
  const { check, kdf, n, p, r } = seal
  if (kdf !== "scrypt" || n !== cost.n || r !== cost.r || p !== cost.p) {
    const message = "The file's secrets are sealed in a way this version does not know. Update this instance."
    return yield* new Refused({ code: "unknown_seal", message })
  }
  const sealer = sealerOf(yield* derive(passphrase, workspaceId))
  if (sealer.open(check, "check") === checked) return sealer
  const message =
    "The passphrase is not the one that the export was made with. Give that one, or add --without-secrets to do without webhooks and passwords."
  return yield* new Refused({ code: "wrong_passphrase", message })
})

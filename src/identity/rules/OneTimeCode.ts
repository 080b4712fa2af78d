/** Codes of an authenticator app (TOTP, RFC 6238), as all apps make them: SHA-1, six digits, half minutes. */
import { Secret, TOTP } from "otpauth"

const issuer = "Sales Pipeline"

/** Seconds, and milliseconds, of a code. */
const period = 30
const step = period * 1000

const totp = (secret: string, label = "") =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: "SHA1" })

/** 160 random bits, as RFC 4226 recommends. */
export const secretBytes = 20

/** A secret as it is typed and sealed. */
export const base32 = (bytes: Uint8Array): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32

/** What an app reads from the picture. */
export const address = (secret: string, email: string): string => totp(secret, email).toString()

/** The step a code is of, if it is of now or one beside it: clocks differ, and typing takes time. */
export const stepOf = (secret: string, code: string, at: number): number | undefined => {
  if (!/^\d{6}$/u.test(code)) return undefined
  const delta = totp(secret).validate({ token: code, timestamp: at, window: 1 })
  return delta === null ? undefined : Math.floor(at / step) + delta
}

/** Random bytes of a recovery code: 80 bits can't be guessed from their hash. */
export const recoveryBytes = 10

/** A recovery code as it is shown. */
export const shown = (bytes: Uint8Array): string =>
  base32(bytes)
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/gu, "$1-")

/** A code as it was typed, without what people put between its characters. */
export const plain = (typed: string): string => typed.replaceAll(/[\s-]/gu, "").toLowerCase()

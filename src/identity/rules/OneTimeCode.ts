/** Codes of an authenticator app (TOTP, RFC 6238) with the parameters that all apps support: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from "otpauth"

const issuer = "Sales Pipeline"

/** The period of a code in seconds, and in milliseconds. */
const period = 30
const step = period * 1000

const totp = (secret: string, label = "") =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: "SHA1" })

/** 160 random bits, as RFC 4226 recommends. */
export const secretBytes = 20

/** The secret in base32, in which it is typed and encrypted. */
export const base32 = (bytes: Uint8Array): string =>
  new Secret({ buffer: new Uint8Array(bytes).buffer }).base32

/** The URI in the QR code. */
export const address = (secret: string, email: string): string => totp(secret, email).toString()

/**
 * The time step of a valid code. The steps before and after the current one are accepted too, because clocks differ and typing takes time.
 */
export const stepOf = (secret: string, code: string, at: number): number | undefined => {
  if (!/^\d{6}$/u.test(code)) return undefined
  const delta = totp(secret).validate({ token: code, timestamp: at, window: 1 })
  return delta === null ? undefined : Math.floor(at / step) + delta
}

/** Random bytes in a recovery code: 80 bits, too many to guess even if its hash is stolen. */
export const recoveryBytes = 10

/** A recovery code as displayed. */
export const displayed = (bytes: Uint8Array): string =>
  base32(bytes)
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/gu, "$1-")

/** A typed code without separators. */
export const plain = (typed: string): string => typed.replaceAll(/[\s-]/gu, "").toLowerCase()

/**
 * Tokens of forms and inbound addresses: 52 characters of `0–9 a–v`, encoding the workspace's id and 128 random bits.
 * They are lower case and shorter than 64, so that they can be the local part of an email address (RFC 5321, section 4.5.3.1.1). The
 * workspace comes first, so that a lookup by token knows it.
 */
import { Option, Result } from "effect"
import { Hex } from "effect/encoding"
import type { WorkspaceId } from "../../../schema/Id.ts"

/** The number of random bytes in a token. */
export const randomSize = 16

const half = 26
const pattern = /^[0-9a-v]{52}$/u

const toText = (hex: string): string => BigInt(`0x${hex}`).toString(32).padStart(half, "0")

const toHex = (text: string): string =>
  [...text].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n).toString(16)

export const make = (workspaceId: WorkspaceId, random: Uint8Array): string =>
  toText(workspaceId.replaceAll("-", "")) + toText(Hex.encode(random))

/** The stored form. Mail servers may change the case of an address. */
export const normalize = (text: string): string => text.toLowerCase()

/** The workspace of a token; none if the token is invalid. */
export const workspaceOf = (token: string): Option.Option<WorkspaceId> => {
  if (!pattern.test(token)) return Option.none()
  const hex = toHex(token.slice(0, half)).padStart(32, "0")
  if (Result.isFailure(Hex.decode(hex)) || hex.length > 32) return Option.none()
  return Option.some(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5") as WorkspaceId)
}

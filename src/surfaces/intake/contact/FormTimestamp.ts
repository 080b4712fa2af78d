/** A signed timestamp in each contact page, which shows how long the form took to fill in. */
import { Effect } from "effect"
import { timingSafeEqual } from "node:crypto"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"

/** `<milliseconds>.<signature>` for one form. */
export const sign = Effect.fnUntraced(function* (token: string, millis: number) {
  const mac = (yield* Encryption).mac("form-stamp")(`${token}:${millis}`)
  return `${millis}.${Buffer.from(mac).toString("base64url")}`
})

/** The time in a stamp of this form; `forged` if the stamp isn't ours. */
export const read = Effect.fnUntraced(function* (token: string, stamp: string) {
  const millis = Number.parseInt(stamp, 10)
  const [ours, given] = [Buffer.from(yield* sign(token, millis)), Buffer.from(stamp)]
  return ours.length === given.length && timingSafeEqual(ours, given) ? millis : ("forged" as const)
})

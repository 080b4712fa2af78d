/** Answers of a passkey whose private key the test has, so that they may say anything. */
import { createHash, type KeyObject, sign } from "node:crypto"
import type { Page } from "./FormBrowser.ts"

interface Key {
  readonly id: string
  readonly key: KeyObject
}

export interface Told {
  readonly origin: string
  readonly challenge?: string
  readonly rpID?: string
  readonly type?: string
  readonly flags?: number
  readonly counter: number
}

const challengeIn = ({ text }: Page) => /&quot;challenge&quot;:&quot;([\w-]{43})&quot;/u.exec(text)![1]!

/** What a device answers that says this. */
export const answer = (shown: Page, { id, key }: Key, told: Told) => {
  const { challenge = challengeIn(shown), counter, flags = 0x05, origin, rpID = "localhost" } = told
  const data = Buffer.alloc(37)
  createHash("sha256").update(rpID).digest().copy(data)
  data[32] = flags
  data.writeUInt32BE(counter, 33)
  const client = Buffer.from(
    JSON.stringify({ type: told.type ?? "webauthn.get", challenge, origin, crossOrigin: false })
  )
  const signature = sign("sha256", Buffer.concat([data, createHash("sha256").update(client).digest()]), key)
  const response = {
    clientDataJSON: client.toString("base64url"),
    authenticatorData: data.toString("base64url"),
    signature: signature.toString("base64url")
  }
  return JSON.stringify({ id, rawId: id, type: "public-key", response })
}

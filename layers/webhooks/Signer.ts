/** Signs deliveries: the service's own header over the body, and the headers of the Standard Webhooks specification. */
import { Context, Layer } from "effect"
import { createHmac } from "node:crypto"

export interface Message {
  /** The delivery's id, the same for every attempt. */
  readonly id: string
  /** The time of this attempt in Unix seconds. */
  readonly timestamp: number
  /** The exact bytes that are sent. */
  readonly body: Uint8Array
  /** The current secret first, then one that is being rotated out. */
  readonly secrets: readonly [string, ...ReadonlyArray<string>]
}

const secretPrefix = "whsec_"

/** `whsec_` and the base64 of `bytes`. */
export const toSecret = (bytes: Uint8Array): string =>
  `${secretPrefix}${Buffer.from(bytes).toString("base64")}`

const keyOf = (secret: string) => Buffer.from(secret.slice(secretPrefix.length), "base64")

/** `v1,<base64>` over `<id>.<timestamp>.<body>`, keyed with the bytes that the secret encodes. */
const standard = ({ body, id, timestamp }: Message, secret: string): string => {
  const mac = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.`).update(body)
  return `v1,${mac.digest("base64")}`
}

/** `sha256=<hex>` over the body, keyed with the secret's text, prefix included. */
const plain = (body: Uint8Array, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

export class Signer extends Context.Service<
  Signer,
  { readonly headers: (message: Message) => Readonly<Record<string, string>> }
>()("pipeline/layers/Signer") {
  static readonly layer = Layer.succeed(
    Signer,
    Signer.of({
      headers: (message) => ({
        "x-service-signature": plain(message.body, message.secrets[0]),
        "webhook-id": message.id,
        "webhook-timestamp": String(message.timestamp),
        "webhook-signature": message.secrets.map((secret) => standard(message, secret)).join(" ")
      })
    })
  )
}

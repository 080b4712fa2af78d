/** What subscribers get, for the `webhooks` section of the API description. */
import type { Schema } from "effect"
import { payloads } from "../../../schema/WebhookPayload.ts"

type Json = { readonly [key: string]: unknown }

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

const headers = [
  header(
    "X-Service-Signature",
    "`sha256=` and the hex HMAC-SHA256 of the raw body, keyed by the signingSecret as it is written."
  ),
  header("webhook-id", "The delivery's id, the same on every try: what to drop repeated deliveries by."),
  header("webhook-timestamp", "When this try was signed, in Unix seconds."),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed by the bytes the signingSecret encodes after `whsec_` (Standard Webhooks). Two of them, parted by a space, for 24 hours after a rotation."
  )
]

/** One entry an event, its payload described by `describe`. */
export const make = (describe: (schema: Schema.Top) => Json): Json =>
  Object.fromEntries(
    payloads.map((payload) => {
      const event = payload.fields.event.literal
      return [
        event,
        {
          post: {
            operationId: `on.${event}`,
            summary: event,
            description: payload.ast.annotations?.["description"],
            security: [],
            parameters: headers,
            requestBody: { required: true, content: { "application/json": { schema: describe(payload) } } },
            responses: {
              "2XX": {
                description:
                  "Received. Anything else, a redirect too, or no answer within 15 s, is tried again: 10 times over some 3 days."
              },
              "410": { description: "Switches the subscription off." }
            }
          }
        }
      ]
    })
  )

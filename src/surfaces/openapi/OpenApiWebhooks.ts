/** The `webhooks` section of the API description: the events subscribers get. */
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
    "`sha256=` and the hex HMAC-SHA256 of the raw body, with the whole signingSecret as text as the key."
  ),
  header("webhook-id", "The delivery's id, the same on every attempt: use it to ignore repeats."),
  header("webhook-timestamp", "Signing time of this attempt, in Unix seconds."),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, with the base64-decoded part of the signingSecret after `whsec_` as the key (Standard Webhooks). For 24 hours after a rotation there are two signatures, separated by a space."
  )
]

/** The components that all events refer to. */
export const shared = Object.fromEntries(headers.map((one) => [one.name, one]))

const parameters = Object.keys(shared).map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** One entry per event; `describe` describes its payload. */
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
            parameters,
            requestBody: { required: true, content: { "application/json": { schema: describe(payload) } } },
            responses: {
              "2XX": {
                description:
                  "Received. Anything else, including a redirect or no response within 15 s, is retried: 10 attempts in about 3 days."
              },
              "410": { description: "Switches the subscription off." }
            }
          }
        }
      ]
    })
  )

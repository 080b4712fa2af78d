import { Schema } from "effect"
import * as Field from "./Field.ts"

/** A single-use token that opens the email client's side panel. */
export const EmbedToken = Schema.Struct({
  token: Field.of("Token", "One-time token for /api/embed/start.", Schema.String),
  expires_at: Field.of("Expires", "10 minutes after it was made.", Field.Timestamp)
}).annotate({
  identifier: "EmbedToken",
  examples: [
    {
      token: "emb_01997f2e6b1c7d7a9d0c0a1b2c3d4e5f_0aB3dE6gH9kL2mN5pQ8rS1tU4vW7xY0zA3bC6dE9fG2",
      expires_at: "2026-05-20T09:40:00.000Z"
    }
  ]
})
export type EmbedToken = typeof EmbedToken.Type

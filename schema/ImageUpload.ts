import { Schema } from "effect"
import * as Field from "./Field.ts"

/** The maximum bytes of an uploaded image: 10 MB. */
export const maxBytes = 10_000_000

/** A single-use URL for uploading an image. */
export const ImageUpload = Schema.Struct({
  uploadUrl: Field.of(
    "Upload URL",
    "One-time URL to PUT the image's bytes to; no credential is needed.",
    Schema.String
  ),
  expiresAt: Field.of("Expires", "10 minutes after it was made.", Field.Timestamp),
  maxBytes: Field.of("Largest image", "In bytes.", Schema.Int)
}).annotate({
  identifier: "ImageUpload",
  examples: [
    {
      uploadUrl: "https://sales.example/uploads/AZl_LmscfXqdDAobLD1OXzR3d1eKm0pYw2vQ9cT4xLk",
      expiresAt: "2026-05-20T09:40:00.000Z",
      maxBytes
    }
  ]
})

import { RateLimited } from "../../../schema/Fault.ts"
import { ImageUpload } from "../../../schema/ImageUpload.ts"
import * as Operation from "../../contract/Operation.ts"

export const create = Operation.make("leads.createUpload", {
  title: "Upload an image",
  description:
    "Makes a one-time uploadUrl for an image (PNG, JPEG, WebP or GIF, 10 MB) that is not on the public web. PUT its bytes there within 10 minutes (curl -T shot.png URL); the url in that answer goes into screenshot or attachments.",
  tool: "create_image_upload",
  toolNote: "patch_lead_enrichment takes public URLs itself.",
  http: { method: "POST", path: "/image-uploads", status: 201 },
  scope: "leads:write",
  kind: "write",
  input: {},
  success: ImageUpload,
  faults: [RateLimited]
})

export const operations = [create] as const

/** The arguments that the enrichment tool doesn't list, and the descriptions of the others. */
export const EnrichTool = {
  unlisted: [
    "idempotencyKey",
    "screenshotOptional",
    "remove",
    ...["scoreDisplay", "provider", "notes", "attachments"].map((key) => `enrichment.${key}`),
    ...["name", "title", "email", "phone", "linkedin", "website"].map((key) => `enrichment.contact.${key}`)
  ],
  words: {
    id: "Id or name.",
    enrichment: "These keys, attachments ([{url}], images), and any of your own.",
    "enrichment.status": "in_progress while you work.",
    "enrichment.score": "0 to 100: how well it fits.",
    "enrichment.contact": "The person: name, title, email, phone, linkedin, website.",
    "enrichment.screenshot": "Public https URL of an image, or that of create_image_upload.",
    enrichmentClaim: "true: refuse in_progress if someone else set it within 10 minutes."
  }
}

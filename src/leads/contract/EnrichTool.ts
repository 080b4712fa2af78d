/** The enrichment tool's descriptions of arguments. */
export const EnrichTool = {
  words: {
    id: "Id or name.",
    enrichment: "These, and any keys of your own.",
    "enrichment.status": "in_progress while you work.",
    "enrichment.score": "0 to 100: how well it fits.",
    "enrichment.scoreDisplay": "",
    "enrichment.verdict": "A few words.",
    "enrichment.body": "Findings in Markdown.",
    "enrichment.provider": "Your tool.",
    "enrichment.contact": "The person.",
    "enrichment.contact.name": "",
    "enrichment.contact.title": "",
    "enrichment.contact.email": "",
    "enrichment.contact.phone": "",
    "enrichment.contact.linkedin": "https URL.",
    "enrichment.contact.website": "URL.",
    "enrichment.screenshot": "https URL of an image, or that of create_image_upload.",
    "enrichment.summary": "",
    "enrichment.notes": "",
    "enrichment.attachments": "Images.",
    "enrichment.attachments.url": "As screenshot.",
    "enrichment.attachments.filename": "",
    "enrichment.attachments.kind": "",
    screenshotOptional: "true: without images that can't be fetched.",
    remove: "As clear.",
    enrichmentClaim: "true: refuse in_progress if someone else set it within 10 minutes."
  }
}

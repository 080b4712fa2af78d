/** What is not there, or in the way: codes of 404, 409 and 410. */
import type { Causes } from "./Causes.ts"

const gone = (what: string, list: string): readonly [string, string] => [
  `No ${what} with this id is in the workspace of the credential. One of another workspace is answered in the same way.`,
  `Check the id, and whose credential it is; ${list}.`
]

export const state = {
  deal_not_found: gone(
    "deal",
    "list deals with `GET /v1/deals?status=all`. A deleted deal can be restored for 30 days"
  ),
  lead_not_found: gone("lead", "list leads with `GET /v1/leads`"),
  board_not_found: gone("board", "list boards with `GET /v1/boards`"),
  note_not_found: gone("note", "list them with `GET /v1/deals/{id}/notes`. System entries can't be edited"),
  webhook_not_found: gone("webhook subscription", "list them with `GET /v1/webhooks`"),
  delivery_not_found: gone("delivery", "list them with `GET /v1/webhooks/{id}/deliveries`"),
  template_not_found: gone("email template", "list them with `GET /v1/templates`"),
  view_not_found: gone("saved view", "see the tabs of the page: views are of pages alone"),
  file_not_found: [
    "There is no file at this address.",
    "Read the lead again: it has the current addresses of its images."
  ],
  form_not_found: [
    "No contact page has this address; it may have been replaced or closed.",
    "Settings, Intake has the current address."
  ],
  key_not_found: gone("API key", "Settings, API keys lists them"),
  app_not_found: gone("connected app", "Settings, Connected apps lists them"),
  member_not_found: gone("member", "list them with `GET /v1/members`"),
  invitation_not_found: gone(
    "invitation",
    "it may have been accepted or withdrawn: Settings, Members lists those that are open"
  ),
  approval_not_found: gone("approval", "list them with `GET /v1/approvals`"),
  credential_not_found: gone("API key or connected app", "`GET /v1/me` tells a credential its own id"),
  rehearsal_not_found: gone(
    "rehearsal",
    "it may have been discarded: Settings, Rehearsals lists those there are"
  ),
  inbound_address_not_found: [
    "No mail address of the service has this token; it may have been replaced or closed.",
    "Settings, Intake has the current one."
  ],
  entry_not_found: gone("entry of the audit log", "list them with `GET /v1/audit`"),
  upload_not_found: ["The upload URL was never made here.", "Make one with `POST /v1/image-uploads`."],
  upload_expired: [
    "The upload URL is too old.",
    "Make another with `POST /v1/image-uploads`, and send the image at once."
  ],
  route_not_found: [
    "There is nothing at this address.",
    "Check its spelling: the API is below `/v1`, and `/openapi.json` lists every route."
  ],
  idempotency_key_reused: [
    "The same idempotency key came before with a different request.",
    "Use a new key for each thing to do, and the same key only to repeat exactly the same request."
  ],
  idempotency_in_progress: [
    "The first request with this idempotency key is still running.",
    "Wait as long as `Retry-After` says, and send it again: it gets the answer of the first."
  ],
  precondition_failed: [
    "The record has another version than `If-Match` names. Nothing was done.",
    "Read the record again, and send the change with its new `ETag`, which `meta.etag` has too."
  ],
  plan_stale: [
    "What the dry run read has changed since. Nothing was done.",
    "Make a new dry run, look at what changed, and send the new plan."
  ],
  approval_stale: [
    "What the write was asked for has changed before it was approved. Nothing was done.",
    "Read the record again, and ask anew if it still makes sense."
  ],
  approval_expired: ["Nobody decided within 24 hours. Nothing was done.", "Send the call again to ask anew."],
  approval_decided: [
    "The approval was decided already, or is being decided.",
    "`GET /v1/approvals/{id}` tells what became of it."
  ],
  enrichment_claimed: [
    "Another credential is enriching the lead; the message says who, and until when.",
    "Take another lead, or come back then."
  ],
  external_id_taken: [
    "Another record of the workspace has this `externalId`; the message names it.",
    "Change that record, or send another `externalId`."
  ],
  board_has_no_stages: [
    "The board has no open stage, so a deal has nowhere to begin.",
    "Add a stage with `PUT /v1/boards/{id}/stages`."
  ],
  upload_used: [
    "An image was uploaded to this URL already; it takes one.",
    "Make another with `POST /v1/image-uploads`."
  ],
  last_admin: ["The workspace would be left without an admin.", "Make someone else an admin first."],
  already_member: ["The person is a member already.", "Change their role instead."],
  trusted_elsewhere: [
    "The account is trusted only in another workspace.",
    "The person opens the invitation's link signed out, and chooses a password for this workspace."
  ],
  is_rehearsal: [
    "A rehearsal can't do this: it has the people of the workspace that it is a copy of.",
    "Do it in that workspace."
  ],
  not_a_rehearsal: ["The workspace is no rehearsal.", "Discard, and set the clock of, rehearsals only."],
  too_many_rehearsals: [
    "The workspace has as many rehearsals as it may.",
    "Discard one that is no longer needed."
  ]
} satisfies Causes

/** What is wrong with a request: codes of 400, 405, 413 and 415. */
import type { Causes } from "./Causes.ts"

export const input = {
  invalid_body: [
    "A field of the body is missing, or not of its type or within its limits. `meta.issues` lists every one.",
    "Correct each field that `meta.issues` names; the reference has types and limits."
  ],
  invalid_json: [
    "The body is not JSON.",
    "Send one JSON object in UTF-8; the message says where it stops being JSON."
  ],
  invalid_query: [
    "A parameter of the address is missing, or not of its type. `meta.issues` lists every one.",
    "Correct each one named, and encode its value for an address."
  ],
  invalid_cursor: [
    "The cursor was cut short or changed, or belongs to another list or other filters.",
    "Send `nextCursor` as it came, with the filters of the first page, or begin again without a cursor."
  ],
  unknown_field: [
    "The request has a field or parameter that the operation does not know; `meta.issues` names it, and what was probably meant.",
    "Correct the name, or leave it out."
  ],
  invalid_stage: [
    "The stage is not one of the deal's board; `meta` lists those that are.",
    "Send the id of one of them. Stage ids are opaque strings, different on every board."
  ],
  invalid_owner: [
    "The owner is not a member of the workspace.",
    "Send the id of a member (`GET /v1/members`)."
  ],
  invalid_url: [
    "The URL is not https, has a password in it, or leads to a private address.",
    "Send an https URL of a public host. For tests on one machine the operator can set `OUTBOUND_ALLOW_PRIVATE=true`."
  ],
  image_fetch_failed: [
    "An image of the enrichment could not be fetched: not found, too slow, too large, or not an image. Nothing was saved.",
    "Check that the URL opens without signing in, or upload the image with `POST /v1/image-uploads`."
  ],
  invalid_image: [
    "The uploaded bytes are no image that we take.",
    "Send a PNG, JPEG, WebP or GIF. The upload URL still works."
  ],
  enrichment_too_large: [
    "The lead's enrichment would exceed its size limit.",
    "Shorten it, or keep long material elsewhere and send a link. [Limits](/docs/limits) has the sizes."
  ],
  promoted_not_settable: [
    "`triageStatus: promoted` was sent in a PATCH.",
    "Promote the lead with `POST /v1/leads/{id}/promote`, which makes its deal."
  ],
  invalid_triage_transition: [
    "A lead can't go from its triage status to the one that was sent.",
    "Read the lead: the message says which statuses it can take from where it stands."
  ],
  invalid_idempotency_key: [
    "The idempotency key is empty, longer than 255 characters, or not printable ASCII.",
    "Send 1 to 255 printable ASCII characters, such as a UUID."
  ],
  invalid_scope: [
    "The header `Scope` names something that is no scope.",
    "Send scopes separated by spaces; the message lists them."
  ],
  invalid_dry_run: [
    "The header `Dry-Run` is neither `true` nor `false`.",
    "Send `Dry-Run: true`, or leave it out."
  ],
  invalid_plan: [
    "The plan was cut short or changed, is too old, or belongs to another call.",
    "Make a new dry run, and send its plan with exactly the same call."
  ],
  invalid_rule: [
    "A rule names an operation that there is not, or a value other than allow, ask and deny.",
    "`meta.operations` lists the names."
  ],
  body_too_large: [
    "The body is larger than 1 MiB.",
    "Send less at a time; imports take their rows in batches."
  ],
  invalid_request: [
    "What arrived is not a complete HTTP request: no `Host`, several of them, or a body that ended early.",
    "Send it again; if it stays, look at the proxy or library between."
  ],
  unsupported_media_type: ["The body is not declared as JSON.", "Send `Content-Type: application/json`."],
  method_not_allowed: [
    "The address exists, but not with this method.",
    "Use one of those that the header `Allow` lists."
  ]
} satisfies Causes

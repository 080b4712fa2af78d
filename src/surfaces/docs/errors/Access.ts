/** Why a caller may not, or not now: codes of 401, 403, 429 and 5xx. */
import type { Causes } from "./Causes.ts"

export const access = {
  missing_credential: [
    "The request has no `Authorization` header.",
    "Send `Authorization: Bearer …` with an API key or an OAuth access token."
  ],
  invalid_credential: [
    "The key or token is not known, expired, revoked, or used from an address that it does not allow.",
    "Check that it was copied whole. Make a new key under Settings, API keys, or refresh the token."
  ],
  insufficient_scope: [
    "The credential, or the header `Scope` of this request, lacks a scope; `meta` names it.",
    "Give the key the scope, ask the person to consent to it, or drop the header `Scope`."
  ],
  admin_required: [
    "The person behind the credential is not an admin of the workspace.",
    "Use an admin's credential, or ask an admin to do it."
  ],
  plan_limit_exceeded: [
    "The workspace's plan has no room for another; `meta` says of what, and how many there are.",
    "Delete or close some, or ask the operator for another plan. [Limits](/docs/limits) lists the caps."
  ],
  promote_disabled: [
    "The operator of the service has not enabled promotion.",
    "Start the service with `PROMOTION_ENABLED=true`, or create the deal with `POST /v1/deals`."
  ],
  not_author: ["Someone else wrote the note.", "Add a note of your own, or ask its author or an admin."],
  declined: [
    "A person was asked in the agent's client and said no, or was not there to ask.",
    "Do not try again unless you are told to."
  ],
  denied_by_rule: [
    "The rules of the credential forbid this operation, or a change that it would make.",
    "Leave it, or ask an admin to change the rules. Another operation that makes the same change is refused, too."
  ],
  credential_has_rules: [
    "A credential with rules may neither change rules nor decide approvals.",
    "Let a person do it in the browser, or use an admin's credential without rules."
  ],
  own_approval: [
    "The approval was asked for with the credential that now wants to decide it.",
    "Leave it to another admin, or to a person in the browser."
  ],
  approval_declined: [
    "An admin declined the write. Nothing was done.",
    "Do not send it again unless you are told to."
  ],
  belongs_elsewhere: [
    "The person also belongs to another workspace, so admins of this one may not reset their password.",
    "The operator can make the link: `npm run -s admin -- user reset --email …`."
  ],
  workspace_suspended: [
    "The operator has suspended the workspace. Nothing is lost.",
    "Ask the operator to resume it, then send the request again."
  ],
  insecure_transport: ["The request came over plain HTTP.", "Send it to the `https://` address."],
  origin_not_allowed: [
    "The `Host` or `Origin` is not one of the service's.",
    "The operator lists it in `ALLOWED_ORIGINS`, or sets `BASE_URL`."
  ],
  rate_limited_key: [
    "The credential has used up its requests of the last 60 seconds.",
    "Wait as long as `Retry-After` says. `RateLimit` tells beforehand what is left."
  ],
  rate_limited_workspace: [
    "All credentials of the workspace together have used up its requests of the last 60 seconds, or a limit of this operation.",
    "Wait as long as `Retry-After` says; send fewer requests at a time."
  ],
  rate_limited_address: [
    "Too many public requests, or failed sign-ins, came from this network address.",
    "Wait as long as `Retry-After` says. Behind a proxy, check `TRUST_PROXY`."
  ],
  rate_limited_account: [
    "Too many wrong passwords were tried for this account.",
    "Wait as long as the message says. Browsers that have signed in before need not wait."
  ],
  too_many_approvals: [
    "As many writes of this credential or workspace wait for an approval as may wait.",
    "Send the call again once an admin has decided some."
  ],
  too_many_costly_reads: [
    "The workspace has searches and reports under way, and more that wait.",
    "Send such requests one after another; send this one again after `Retry-After`."
  ],
  internal_error: [
    "Something failed on our side; it was logged with the request's id. A write with an idempotency key has not been done in part.",
    "Send it again with the same key. If it stays, report `request_id` to the operator."
  ],
  unavailable: [
    "The database can't be reached, or the service is too busy.",
    "Wait as long as `Retry-After` says, then send the same request with the same idempotency key."
  ]
} satisfies Causes

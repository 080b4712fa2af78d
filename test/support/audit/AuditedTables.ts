/** Which tables the audit log tells of, and what of them it leaves out, each with the reason. */
import type { AuditResource } from "../../../schema/Audit.ts"

type Reason =
  /** Computed from columns that are told. */
  | "derived"
  /** Lets someone in, or is a key to something. */
  | "secret"
  /** Written without a call: what was last used, how deliveries go. */
  | "running"
  /** Points to the entry itself. */
  | "entry"

interface Table {
  readonly name: string
  /** The id that the log gives a row; of the row as JSON. */
  readonly id?: (row: any) => string
  /** Columns that are part of that id. */
  readonly keys?: ReadonlyArray<string>
  readonly without?: Readonly<Record<string, Reason>>
  /** What changes tell that is no column: that a secret was replaced, say. */
  readonly beside?: ReadonlyArray<string>
  /** The column of its workspace. */
  readonly workspace?: "id" | "rehearsal_of"
}

const all = <Name extends string>(reason: Reason, ...names: ReadonlyArray<Name>) =>
  Object.fromEntries(names.map((name) => [name, reason])) as Record<Name, Reason>

export const tables: Readonly<Record<AuditResource, Table>> = {
  deal: {
    name: "deals",
    without: all(
      "derived",
      ...["status", "search", "words", "contact_email_lower", "contact_email_domain", "active_on"]
    )
  },
  note: {
    name: "notes",
    without: { ...all("derived", "content_json", "words"), ...all("entry", "entry_id") }
  },
  lead: {
    name: "leads",
    without: all("derived", "search", "words", "email_lower", "email_domain", "website_host", "rank")
  },
  lead_history: {
    name: "lead_history",
    id: (row) => `${row.lead_id}/${row.position}`,
    keys: ["lead_id"]
  },
  board: { name: "boards", beside: ["stageOrder"] },
  stage: { name: "stages" },
  template: { name: "templates" },
  template_use: { name: "template_uses" },
  saved_view: { name: "saved_views" },
  calendar: { name: "calendars", without: all("secret", "hash") },
  webhook: {
    name: "webhooks",
    without: {
      ...all("secret", "url", "secret", "previous_secret", "previous_secret_until"),
      ...all("running", "last_delivered_at", "last_error", "failing_since", "gave_up"),
      ...all("running", "paused_until", "leased_until", "leased_by")
    },
    beside: ["secret", "sent", "switchedOff", "urlOrigin"]
  },
  form: { name: "forms", without: all("secret", "token") },
  inbound_address: { name: "inbound_addresses", without: all("secret", "token") },
  api_key: {
    name: "api_keys",
    without: {
      ...all("secret", "hash"),
      ...all("running", "last_used_at", "last_used_address", "last_used_agent"),
      ...all("running", "last_refused_at", "last_refused_address")
    }
  },
  app: {
    name: "oauth_grants",
    without: { ...all("running", "used_at"), ...all("secret", "password_version") }
  },
  member: {
    name: "members",
    id: (row) => row.user_id,
    keys: ["user_id"],
    beside: ["passkeys", "password", "passwordLink", "provider", "recoveryCodes", "secondFactor", "sessions"]
  },
  invitation: { name: "invitations", without: all("secret", "hash") },
  workspace: {
    name: "workspaces",
    workspace: "id",
    without: all("running", "clock_offset_ms", "state", "state_reason", "state_at"),
    beside: ["state", "reason"]
  },
  rehearsal: {
    name: "workspaces",
    workspace: "rehearsal_of",
    without: {
      ...all("derived", "rehearsal_of"),
      ...all("running", "rehearsal_ready_at", "state", "state_reason", "state_at")
    }
  },
  rules: { name: "credential_rules", id: (row) => row.credential, keys: ["credential"] },
  approval: {
    name: "approvals",
    without: {
      ...all("derived", "claimant", "asked_by", "fingerprint", "answer_status"),
      ...all("secret", "asked", "answer")
    }
  }
}

/** Tables with rows of workspaces that no entry tells of, and why. */
export const untold: Readonly<Record<string, string>> = {
  audit: "the log itself",
  audit_heads: "the log itself",
  audit_seals: "the log itself",
  change_heads: "the feed, made from the same changes",
  changes: "the feed, made from the same changes",
  counted_writes: "running: how many writes came",
  deal_totals: "derived: sums of the deals",
  deliveries: "running: what is sent, made from the same changes",
  embed_grants: "secret: tokens of minutes",
  files: "derived: the pictures that enrichments name",
  idempotency_keys: "answers that calls got, for a day",
  merges: "derived: which records were merged; the log has both changes",
  plans: "what dry runs found, for a day",
  image_uploads: "secret: addresses of minutes",
  import_batches: "running: files on their way in; the log tells what was imported",
  import_uploads: "running: files on their way in; the log tells what was imported",
  inbound_messages: "derived: which emails became leads",
  last_views: "running: which saved view each person opened last",
  password_links: "secret: links of hours",
  plan_usage: "holds nothing but the lock of the plan's caps",
  request_counts: "running: how many requests came",
  sessions: "secret: who is signed in",
  workspace_imports: "running: how far an import is",
  teams: "made with the workspace, and never changed"
}

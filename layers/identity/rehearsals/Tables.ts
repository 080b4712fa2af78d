/**
 * The tables of a rehearsal: each table with a `workspace_id` is either copied or left out, with the reason. Records keep their ids, since
 * `workspace_id` is part of every key.
 */

interface TableCopy {
  readonly name: string
  /** SQL expressions that replace columns, on the source row `t`, and on `made`, which has the newly generated values. */
  readonly replacements?: Readonly<Record<string, string>>
  /** A column that is generated for each row, passed as text. */
  readonly generated?: "token" | "secret"
}

/** In this order, since rows refer to earlier ones; removed in reverse order. All other columns are copied unchanged. */
export const copied: ReadonlyArray<TableCopy> = [
  { name: "plan_usage" },
  { name: "members" },
  { name: "teams" },
  { name: "boards" },
  { name: "stages" },
  { name: "deals" },
  { name: "deal_totals" },
  { name: "notes" },
  { name: "templates" },
  { name: "template_uses" },
  { name: "files" },
  { name: "forms", generated: "token", replacements: { token: "made.token" } },
  { name: "inbound_addresses", generated: "token", replacements: { token: "made.token" } },
  // Work that is in progress isn't continued on a copy.
  { name: "leads", replacements: { claimed_by: "NULL", claimed_at: "NULL" } },
  { name: "lead_history" },
  { name: "merges" },
  {
    name: "webhooks",
    generated: "secret",
    replacements: {
      secret: "CASE WHEN t.secret IS NULL THEN NULL ELSE decode(made.secret, 'base64') END",
      previous_secret: "NULL",
      previous_secret_until: "NULL",
      last_delivered_at: "NULL",
      last_error: "NULL",
      failing_since: "NULL",
      gave_up: "false",
      paused_until: "NULL",
      leased_by: "NULL",
      leased_until: "NULL",
      // The key or app that created it doesn't exist in the copy; the person does.
      maker_type: "CASE WHEN t.maker_type IS NULL THEN NULL ELSE 'user' END",
      maker_id: "t.maker_user_id::text",
      maker_name: "NULL"
    }
  },
  { name: "saved_views" },
  { name: "last_views" },
  { name: "changes" },
  { name: "change_heads" }
]

/** Removed with the rest, because a rehearsal gets rows of its own in them. */
export const leftOut: Readonly<Record<string, string>> = {
  api_keys: "a credential: the rehearsal has keys of its own",
  oauth_grants: "a credential: apps are connected to a rehearsal anew",
  calendars: "a credential",
  embed_grants: "a credential",
  sessions: "a credential: a browser chooses the rehearsal like any workspace",
  password_links: "a credential",
  invitations: "a credential: people join the workspace itself",
  credential_rules: "rules of credentials that the rehearsal doesn't have",
  counted_writes: "the use of credentials",
  approvals: "what credentials of the workspace asked for",
  image_uploads: "addresses that are good once",
  import_batches: "files on their way in",
  import_uploads: "files on their way in",
  idempotency_keys: "answers to credentials that the rehearsal doesn't know",
  deliveries: "what was sent for the workspace; the rehearsal captures its own",
  inbound_messages: "ids of messages, so that one is taken once: a rehearsal may be sent the same message",
  request_counts: "the use of credentials",
  workspace_imports: "how far the import of the workspace is",
  audit: "the rehearsal's log begins with what it is a copy of",
  audit_heads: "the chain of that log",
  audit_seals: "the chain of that log"
}

/** Tables where `workspace_id` refers to a workspace without belonging to it: it is set to null and the row is kept. */
export const referring: ReadonlyArray<string> = ["sessions"]

/**
 * How each table is spread over the nodes of a Citus cluster. Every table is in exactly one of these lists; on one PostgreSQL
 * server they mean nothing. A migration that makes a table adds its line, and the table is distributed with the migration.
 */

/**
 * Copied to every node, written on all at once: who somebody is and what they may do, asked before a workspace is known
 * or joined to its rows, and what belongs to the installation.
 */
export const reference: ReadonlyArray<string> = [
  "schema_migrations",
  "vault_canaries",
  "workspaces",
  "users",
  "members",
  "api_keys",
  // Links and attempts are written with members and users; a distributed table would meet their locks in another order.
  "password_links",
  "password_tries",
  "second_factors",
  "recovery_codes",
  "passkeys",
  "identities",
  "provider_logouts",
  "oauth_keys",
  "oauth_clients",
  "job_runs",
  "loop_reports"
]

/**
 * By `workspace_id`, all colocated with the first: the rows of one workspace are on one node. A table follows those
 * that its foreign keys refer to.
 */
export const byWorkspace: ReadonlyArray<string> = [
  "teams",
  "plan_usage",
  "boards",
  "stages",
  "deals",
  "deal_totals",
  "notes",
  "idempotency_keys",
  "forms",
  "inbound_addresses",
  "inbound_messages",
  "leads",
  "lead_history",
  "files",
  "image_uploads",
  "webhooks",
  "deliveries",
  "templates",
  "template_uses",
  "embed_grants",
  "oauth_grants",
  "request_counts",
  "invitations",
  "changes",
  "change_heads",
  "audit",
  "audit_seals",
  "audit_heads",
  "credential_rules",
  "counted_writes",
  "approvals",
  "workspace_imports",
  "import_uploads",
  "import_batches",
  "saved_views",
  "last_views",
  "calendars"
]

/** By another column: found by a secret before a workspace is known, and written too often for a reference table. */
export const byColumn: Readonly<Record<string, string>> = {
  sessions: "hash",
  oauth_artifacts: "hash"
}

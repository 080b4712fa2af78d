/**
 * The distribution of each table over the nodes of a Citus cluster. Every table is in exactly one list; a single PostgreSQL server ignores
 * them. A migration that creates a table adds its line, and the table is distributed with the migration.
 */

/**
 * Reference tables, copied to every node and written on all at once: identities and permissions, which are read before a workspace is known
 * or joined to its rows, and the installation's own data.
 */
export const reference: ReadonlyArray<string> = [
  "schema_migrations",
  "vault_canaries",
  "workspaces",
  "users",
  "members",
  "api_keys",
  // Links and attempts are written together with members and users; a distributed table would take their locks in another order.
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
 * Distributed by `workspace_id` and colocated with the first, so that a workspace's rows are on one node. Tables come after those that
 * their foreign keys refer to.
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
  "plans",
  "forms",
  "inbound_addresses",
  "inbound_messages",
  "leads",
  "lead_history",
  "merges",
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

/** Distributed by another column: looked up by a secret before a workspace is known, and written too often for a reference table. */
export const byColumn: Readonly<Record<string, string>> = {
  sessions: "hash",
  oauth_artifacts: "hash"
}

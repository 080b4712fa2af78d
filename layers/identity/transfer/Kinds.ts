/**
 * The contents of an exported workspace (docs/workspace-format.md): each table with a `workspace_id` is either a kind of record or is not
 * exported, with the reason. The fields of a record are the columns of its table, sorted by name.
 */

export interface Kind {
  readonly kind: string
  readonly table: string
  /** The columns that order the records and are unique together; empty if the records only have an order. */
  readonly key: ReadonlyArray<string>
  /** Columns that aren't exported, each with the reason. */
  readonly without?: Readonly<Record<string, string>>
  /** Columns of `without` that files of earlier versions still contain. */
  readonly ignored?: ReadonlyArray<string>
  /** Columns with secrets, encrypted with the passphrase. */
  readonly sealed?: ReadonlyArray<string>
  /** Columns with a person's id, which is mapped to the person's account on the importing instance. */
  readonly people?: ReadonlyArray<string>
  /** A column of JSON with people's ids in its keys, mapped like those (`StoredGoals`). */
  readonly peopleInKeys?: string
  /** Columns with a person's id that isn't mapped, because texts next to it contain the old id as well. */
  readonly unmappedIdColumns?: ReadonlyArray<string>
  /** Set if the record is useless without its secrets, so that an export without them leaves it out. */
  readonly isSecret?: true
  /** Set if its JSON contains addresses of stored files, which begin with the service's own address. */
  readonly namesFiles?: true
  readonly rows?: "workspace" | "people"
}

const lease = "which process sends for it right now"
const sealing = "made with a key of the instance: the import seals the log anew"
const state = "what an operator made of it here"

/** Ordered, because records refer to earlier ones. */
export const kinds: ReadonlyArray<Kind> = [
  {
    kind: "workspace",
    table: "workspaces",
    rows: "workspace",
    key: ["id"],
    without: {
      rehearsal_of: "a rehearsal is not exported",
      rehearsal_ready_at: "a rehearsal is not exported",
      rehearsal_ends_at: "a rehearsal is not exported",
      clock_offset_ms: "a rehearsal is not exported",
      state,
      state_reason: state,
      state_at: state
    }
  },
  {
    kind: "person",
    table: "users",
    rows: "people",
    key: ["id"],
    sealed: ["password_hash"],
    without: {
      password_version: "ends sessions and apps, which are not exported",
      only_in: "whom the other instance trusts, its operator decides"
    }
  },
  { kind: "member", table: "members", key: ["user_id"], people: ["user_id"] },
  { kind: "team", table: "teams", key: ["id"] },
  { kind: "board", table: "boards", key: ["id"], peopleInKeys: "goals" },
  { kind: "stage", table: "stages", key: ["board_id", "id"] },
  { kind: "form", table: "forms", key: ["id"], people: ["default_owner_id"] },
  { kind: "inbound_address", table: "inbound_addresses", key: ["id"] },
  { kind: "template", table: "templates", key: ["id"] },
  { kind: "deal", table: "deals", key: ["id"], people: ["owner_id"] },
  { kind: "note", table: "notes", key: ["id"], people: ["author_id"] },
  { kind: "lead", table: "leads", key: ["id"], people: ["junked_by"], namesFiles: true },
  { kind: "lead_history", table: "lead_history", key: ["lead_id", "bytes_before"], namesFiles: true },
  { kind: "merge", table: "merges", key: ["id"] },
  { kind: "template_use", table: "template_uses", key: ["id"], people: ["user_id"] },
  { kind: "saved_view", table: "saved_views", key: ["id"], people: ["user_id"] },
  { kind: "file", table: "files", key: ["id"] },
  { kind: "api_key", table: "api_keys", key: ["id"], people: ["user_id"] },
  { kind: "rules", table: "credential_rules", key: ["credential"] },
  {
    kind: "webhook",
    table: "webhooks",
    key: ["id"],
    sealed: ["url", "secret", "previous_secret"],
    people: ["maker_user_id"],
    isSecret: true,
    without: { leased_by: lease, leased_until: lease }
  },
  { kind: "delivery", table: "deliveries", key: ["id"], isSecret: true },
  { kind: "inbound_message", table: "inbound_messages", key: ["address_id", "message_id_hash"] },
  {
    kind: "change",
    table: "changes",
    key: [],
    without: { seq: "of a sequence that all workspaces of an instance share: the order of the records stays" }
  },
  { kind: "change_head", table: "change_heads", key: [] },
  {
    kind: "audit",
    table: "audit",
    key: ["at", "id"],
    unmappedIdColumns: ["user_id"],
    without: { digest: sealing, redacted: sealing },
    ignored: ["digest", "redacted"]
  }
]

export const byName: ReadonlyMap<string, Kind> = new Map(kinds.map((one) => [one.kind, one]))

/** Tables that aren't exported, each with the reason. */
export const stays: Readonly<Record<string, string>> = {
  deal_totals: "sums of the deals, which the import makes anew",
  plan_usage: "holds nothing but the lock of the plan's caps",
  audit_seals: sealing,
  audit_heads: sealing,
  oauth_grants: "apps are connected to one instance, by its keys: they are connected anew",
  approvals: "what they ask for is sealed with a key of the instance; what was decided is in the audit log",
  counted_writes: "the use of credentials in the last hour",
  request_counts: "the use of credentials in the last hours",
  idempotency_keys: "answers of the last day, sealed with a key of the instance",
  plans: "what credentials rehearsed in the last day",
  calendars: "addresses of this instance",
  embed_grants: "credentials of minutes",
  sessions: "credentials of browsers",
  password_links: "links to this instance",
  invitations: "links to this instance: people are invited anew",
  image_uploads: "addresses of minutes",
  import_batches: "files on their way in, kept for a day",
  import_uploads: "files on their way in, kept for a day",
  last_views: "which saved view each person opened last",
  workspace_imports: "how far the import here is"
}

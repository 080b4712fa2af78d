/** Email templates, imports, saved views, calendars and images. */
export const work = [
  `CREATE TABLE templates (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    icon text NOT NULL,
    color text NOT NULL,
    use_count bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  "CREATE INDEX templates_by_use ON templates (workspace_id, use_count DESC, created_at, id)",
  `CREATE TABLE template_uses (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    template_id uuid NOT NULL,
    deal_id uuid,
    lead_id uuid,
    user_id uuid NOT NULL,
    used_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  "CREATE INDEX template_uses_of_template ON template_uses (workspace_id, template_id, used_at)",

  // Files imported through the page: one per person, for at most a day. Stored as text, so that `person erase` finds people in them.
  `CREATE TABLE import_uploads (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    board_id uuid NOT NULL,
    file_name text NOT NULL,
    state text NOT NULL,
    headers text NOT NULL,
    mapping text NOT NULL,
    lines integer NOT NULL DEFAULT 0,
    batches integer NOT NULL DEFAULT 0,
    next integer NOT NULL DEFAULT 0,
    created integer NOT NULL DEFAULT 0,
    updated integer NOT NULL DEFAULT 0,
    unchanged integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    problems text NOT NULL DEFAULT '[]',
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT import_uploads_of_user UNIQUE (workspace_id, user_id)
  )`,
  // The lines of the file; each row has as many as are imported at once.
  `CREATE TABLE import_batches (
    workspace_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    number integer NOT NULL,
    lines text NOT NULL,
    PRIMARY KEY (workspace_id, upload_id, number),
    FOREIGN KEY (workspace_id, upload_id) REFERENCES import_uploads (workspace_id, id) ON DELETE CASCADE
  )`,

  `CREATE TABLE saved_views (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    page text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    shared boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT saved_views_by_name UNIQUE (workspace_id, user_id, page, name)
  )`,
  // The view that each person opened last.
  `CREATE TABLE last_views (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    page text NOT NULL,
    view_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, user_id, page),
    FOREIGN KEY (workspace_id, view_id) REFERENCES saved_views (workspace_id, id) ON DELETE CASCADE
  )`,
  // Secret addresses at which calendars read next steps.
  `CREATE TABLE calendars (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    everyone boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT calendars_of_user UNIQUE (workspace_id, user_id),
    CONSTRAINT calendars_by_hash UNIQUE (workspace_id, hash)
  )`,

  // Images, whose bytes are in the file directory or bucket.
  `CREATE TABLE files (
    workspace_id uuid NOT NULL,
    id text NOT NULL,
    sha256 text NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    source_url text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, sha256)
  )`,
  // Single-use URLs for uploading an image, and their results.
  `CREATE TABLE image_uploads (
    workspace_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    sent_hash bytea,
    file_id text,
    PRIMARY KEY (workspace_id, hash)
  )`,
  "CREATE INDEX image_uploads_created ON image_uploads (workspace_id, created_at)"
]

/** Checks of a restored database. Each reports its result and the problems found. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { WebhookId, WorkspaceId } from "../../schema/Id.ts"
import { AuditProof, describe } from "../audit/AuditProof.ts"
import { TotalsAudit } from "../deals/TotalsAudit.ts"
import { sealContext as keyContext } from "../identity/oauth/SigningKeys.ts"
import { Tenant } from "../identity/Tenant.ts"
import { sealContext } from "../webhooks/Webhooks.ts"
import * as KeyCheck from "../encryption/KeyCheck.ts"
import * as Sql from "../database/Sql.ts"
import { Files } from "../files/Files.ts"
import { Encryption } from "../encryption/Encryption.ts"

export interface Check {
  readonly check: string
  readonly ok: boolean
  readonly found: string
}

/** `wrong` lists the problems: the first three are shown, with the number of the others. */
const result = (check: string, found: string, wrong: ReadonlyArray<string>): Check => ({
  check,
  ok: wrong.length === 0,
  found:
    wrong.length === 0
      ? found
      : `${wrong.slice(0, 3).join("; ")}${wrong.length > 3 ? `; and ${wrong.length - 3} more` : ""}`
})

/** Reads every table to its end. Counting `ctid`, which no index contains, forces a scan of the table itself. */
export const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`SELECT c.oid::regclass::text AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_|^information_schema$' AND c.relkind = 'r' ORDER BY 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = yield* sql<{ rows: number }>`SELECT count(ctid) AS rows FROM ${sql.literal(name)}`
    counts[name] = Number(row?.rows)
  }
  return counts
}).pipe(Sql.orDie)

/** Uses PostgreSQL's amcheck extension, if installed, to check heap pages, TOAST values, and each index against its table. */
const storage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const available = yield* sql`SELECT 1 FROM pg_available_extensions WHERE name = 'amcheck'`
  if (available.length === 0) return result("storage", "not checked: amcheck is not installed there", [])
  yield* sql`CREATE EXTENSION IF NOT EXISTS amcheck`
  const pages = yield* sql<{ wrong: string }>`SELECT c.oid::regclass || ': ' || v.msg AS wrong
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, LATERAL verify_heapam(c.oid) v
    WHERE n.nspname !~ '^pg_|^information_schema$' AND c.relkind = 'r' LIMIT 20`
  const indexes = yield* sql<{
    oid: number
    name: string
  }>`SELECT c.oid::bigint AS oid, c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE a.amname = 'btree' AND c.relkind = 'i' AND n.nspname !~ '^pg_|^information_schema$'`
  const wrong = pages.map((page) => page.wrong)
  for (const { name, oid } of indexes) {
    yield* sql`SELECT bt_index_check(${Number(oid)}::oid::regclass, true)`.pipe(
      Effect.catch((error) => Effect.sync(() => wrong.push(`${name}: ${Sql.reasonOf(error)}`)))
    )
  }
  return result("storage", `pages sound, ${indexes.length} indexes agree with their tables`, wrong)
}).pipe(Sql.orDie)

const workspaces = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ id: WorkspaceId }>`SELECT id FROM workspaces ORDER BY id`, (found) =>
    found.map(({ id }) => id)
  )
).pipe(Sql.orDie)

const totals = Effect.gen(function* () {
  const { differences } = yield* TotalsAudit
  const ids = yield* workspaces
  const found = yield* Effect.forEach(ids, (workspaceId) =>
    Effect.map(Effect.provideService(differences, Tenant, { workspaceId }), (some) =>
      some.map(({ boardId, key }) => `${key} of board ${boardId} differs`)
    )
  )
  return result("totals", `recounted in ${ids.length} workspaces`, found.flat())
})

const audit = (dropped: string) =>
  Effect.gen(function* () {
    const { check } = yield* AuditProof
    const proofs = yield* Effect.forEach(yield* workspaces, (workspaceId) =>
      Effect.map(Effect.provideService(check(dropped), Tenant, { workspaceId }), (proof) => ({
        ...proof,
        workspaceId
      }))
    )
    const sum = (of: "entries" | "seals") => proofs.reduce((all, proof) => all + proof[of], 0)
    const wrong = proofs.flatMap(({ flaws, workspaceId }) =>
      flaws.map((flaw) => `in workspace ${workspaceId} ${describe(flaw)}`)
    )
    return result("audit", `${sum("entries")} entries under ${sum("seals")} seals`, wrong)
  })

/** Decrypts the secrets that can't be regenerated. */
const secrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const encryption = yield* Encryption
  const hooks = yield* sql<{ id: WebhookId; url: Uint8Array; secret: Uint8Array | null }>`
    SELECT id, url, secret FROM webhooks ORDER BY id`
  const keys = yield* sql<{
    kid: string
    sealed: Uint8Array
  }>`SELECT kid, private_jwk AS sealed FROM oauth_keys`
  const sealed = [
    ...hooks.flatMap(({ id, secret, url }) => [
      { what: `the URL of webhook ${id}`, bytes: url, context: sealContext(id, "url") },
      ...(secret === null
        ? []
        : [{ what: `the secret of webhook ${id}`, bytes: secret, context: sealContext(id, "secret") }])
    ]),
    ...keys.map(({ kid, sealed }) => ({
      what: `the signing key ${kid}`,
      bytes: sealed,
      context: keyContext(kid)
    }))
  ]
  const probe = yield* Effect.match(KeyCheck.check(encryption), {
    onFailure: () => ["the key is not that of the database"],
    onSuccess: () => []
  })
  const unreadable = yield* Effect.forEach(sealed, ({ bytes, context, what }) =>
    Effect.match(encryption.open(bytes, context), {
      onFailure: () => [`${what} does not open`],
      onSuccess: () => []
    })
  )
  return result("secrets", `the key opens the canary and ${sealed.length} secrets`, [
    ...probe,
    ...unreadable.flat()
  ])
}).pipe(Sql.orDie)

interface Row {
  readonly workspace: string
  readonly id: string
  readonly sha256: string
}

const firstRow: Row = { workspace: "00000000-0000-0000-0000-000000000000", id: "", sha256: "" }

/** Every file in the database exists in storage and matches its SHA-256. */
const files = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { read } = yield* Files
  const wrong: Array<string> = []
  let count = 0
  let last: Row | undefined = firstRow
  while (last !== undefined) {
    const some: ReadonlyArray<Row> = yield* sql<Row>`SELECT workspace_id AS workspace, id::text AS id, sha256
      FROM files WHERE (workspace_id, id::text) > (${last.workspace}::uuid, ${last.id})
      ORDER BY workspace_id, id::text LIMIT 1000`
    for (const { sha256, workspace } of some) {
      const bytes = Option.getOrUndefined(yield* read(`${workspace}/${sha256}`))
      if (bytes === undefined) wrong.push(`the file ${workspace}/${sha256} is missing`)
      else if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
        wrong.push(`the file ${workspace}/${sha256} has another content`)
      }
    }
    count += some.length
    last = some.at(-1)
  }
  return result("files", `${count} files, each with its content`, wrong)
}).pipe(Sql.orDie)

/** Audit entries older than `dropped` may be missing. Without the key, the checks that need it are skipped. */
export const all = Effect.fnUntraced(function* (dropped: string, hasKey: boolean) {
  const unknown = (check: string): Check => ({
    check,
    ok: true,
    found: "not checked: the key is not in the backup, and ENCRYPTION_KEY is not set"
  })
  return [
    yield* storage,
    yield* totals,
    hasKey ? yield* secrets : unknown("secrets"),
    hasKey ? yield* audit(dropped) : unknown("audit"),
    yield* files
  ]
})

/** The database has another version's schema, or was sealed with another key. */
import { createHash, randomUUID } from "node:crypto"
import { Effect, Redacted } from "effect"
import { Database } from "../../../../layers/platform/database/Database.ts"
import * as Migrations from "../../../../layers/platform/database/Migrations.ts"
import { migrations } from "../../../../migrations/index.ts"
import type { Fault } from "../Fault.ts"
import { encryptionKey } from "../../rig/Site.ts"
import type { Trial } from "../../rig/Trial.ts"

/** Starts a service that must fail, with one line that says why. */
const refused = async (trial: Trial, wanted: RegExp, settings: Readonly<Record<string, string>> = {}) => {
  const service = await trial.launch(settings)
  const { code } = await service.ended(60)
  const lines = service.said.trim().split("\n")
  trial.note(`it said: ${lines.at(-1)?.slice(0, 160)}`)
  trial.expect(code === 1, `it ended with ${code} and not with 1`)
  trial.expect(
    lines.length === 1 && wanted.test(service.said),
    `it did not say why in one line: ${service.said.slice(0, 300)}`
  )
}

/** Runs the migrations up to a number, as an older version did. */
const until = (last: number) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => Number.parseInt(name, 10) <= last))

/** Rows as version 9 wrote them: 3,000 deals of a board, with their totals left to be counted. */
const rows = (place: Readonly<Record<"workspaceId" | "boardId" | "userId" | "token", string>>) => {
  const { boardId, token, userId, workspaceId } = place
  const team = randomUUID()
  const hash = createHash("sha256").update(token).digest("hex")
  const stages = ["early", "anchor", "late", "won", "dead"].map(
    (region, position) =>
      `('${workspaceId}', '${boardId}', 'stg_${region}', '${region}', '${region}', ${position}, ${position * 20})`
  )
  return `
    INSERT INTO workspaces VALUES ('${workspaceId}', 'Old', 'standard', now());
    INSERT INTO users (id, email, name, created_at) VALUES ('${userId}', 'old@acme.example', 'Ada', now());
    INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ('${workspaceId}', '${userId}', 'admin', now());
    INSERT INTO plan_usage VALUES ('${workspaceId}');
    INSERT INTO teams VALUES ('${workspaceId}', '${team}', 'Team', now());
    INSERT INTO boards VALUES ('${workspaceId}', '${boardId}', '${team}', 'Old', 'USD', 0, '#4f46e5', NULL, NULL, NULL, now());
    INSERT INTO stages VALUES ${stages.join(", ")};
    INSERT INTO deals (workspace_id, id, board_id, stage_id, status, name, amount_cents, currency, owner_id, labels, search,
        created_at, updated_at, stage_entered_at, won_at)
      SELECT '${workspaceId}', gen_random_uuid(), '${boardId}', CASE WHEN n % 3 = 0 THEN 'stg_won' ELSE 'stg_early' END,
        CASE WHEN n % 3 = 0 THEN 'won' ELSE 'open' END, 'Old deal ' || n, n, 'USD', '${userId}', '{}', 'old deal ' || n,
        now(), now(), now(), CASE WHEN n % 3 = 0 THEN now() END FROM generate_series(1, 3000) n;
    INSERT INTO notes (workspace_id, id, deal_id, author_id, kind, system_event_type, system_event_data, created_at)
      SELECT workspace_id, gen_random_uuid(), id, owner_id, 'system_event', 'deal_created', '{}', created_at FROM deals;
    INSERT INTO api_keys (id, workspace_id, user_id, name, hash, hint, created_at)
      VALUES (gen_random_uuid(), '${workspaceId}', '${userId}', 'Old', '\\x${hash}', 'old', now());`
}

export const schemas: ReadonlyArray<Fault> = [
  {
    name: "upgrade",
    promise: "version 9's database is migrated by two nodes at once, keeps everything, and serves",
    run: async (trial) => {
      const name = `${trial.databaseName}_empty`
      await trial.site.postgres.query(`CREATE DATABASE ${name}`)
      trial.defer(() => trial.site.postgres.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
      const old = trial.site.postgres.url(name)
      trial.database = old
      const history = Effect.provide(Migrations.run(until(9)), Database.connect(Redacted.make(old)))
      await Effect.runPromise(Effect.scoped(history))
      const place = {
        workspaceId: randomUUID(),
        boardId: randomUUID(),
        userId: randomUUID(),
        token: `svc_live_${"k".repeat(43)}`
      }
      await trial.query(rows(place))
      trial.places = { main: place, capped: undefined }
      const nodes = [await trial.launch(), await trial.launch()]
      await Promise.all(nodes.map((node) => node.ready()))
      await trial.load({ strike: () => {} })
      const [row] = await trial.query("SELECT count(*)::int AS deals FROM deals WHERE name LIKE 'Old deal%'")
      trial.expect(row.deals === 3_000, `${row.deals} of 3000 old deals are there`)
    }
  },
  {
    name: "downgrade",
    promise: "a newer schema is refused in one line",
    isShort: true,
    run: async (trial) => {
      await trial.query("INSERT INTO schema_migrations (migration_id, name) VALUES (99, 'later')")
      await refused(trial, /newer|later|99/u)
      await trial.query("DELETE FROM schema_migrations WHERE migration_id = 99")
    }
  },
  {
    name: "wrong-key",
    promise: "another ENCRYPTION_KEY, or an empty setting, is refused in one line",
    run: async (trial) => {
      await (await trial.service()).end()
      await refused(trial, /ENCRYPTION_KEY/u, { ENCRYPTION_KEY: encryptionKey.replaceAll("5", "6") })
      await refused(trial, /ENCRYPTION_KEY/u, { ENCRYPTION_KEY: " " })
      await refused(trial, /DATABASE_URL/u, { DATABASE_URL: " " })
    }
  }
]

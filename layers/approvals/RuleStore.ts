/** The rules of the workspace's API keys and connected apps, and the counts of their writes where a rule limits them. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { ActorRef } from "../../schema/Actor.ts"
import { NotFound } from "../../schema/Fault.ts"
import { type CredentialRules, none, type Rules as Ruling } from "../../schema/Rules.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as RuleEvaluation from "../../src/approvals/rules/RuleEvaluation.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import { CredentialChanges } from "../identity/CredentialChanges.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import { now, realNow } from "../runtime/Now.ts"

interface Row {
  readonly credential: string
  readonly type: "api_key" | "oauth"
  readonly name: string | null
  readonly rules: Ruling | null
  readonly updated_at: string | null
  readonly updated_by: ActorRef | null
}

type RulesRow = Pick<Row, "rules" | "updated_at" | "updated_by">

/** The rules' fields in the audit log. */
const recordOf = ({ rules, updated_at, updated_by }: RulesRow) => ({
  rules,
  updatedAt: updated_at,
  updatedBy: updated_by
})

const toRules = ({ credential, name, rules, type, updated_at, updated_by }: Row): CredentialRules => ({
  credential,
  type,
  name,
  ...(rules ?? none),
  updatedAt: updated_at,
  updatedBy: updated_by
})

/** Milliseconds: an hour, plus the minute in which its first writes may be counted. */
const hour = 3_660_000

const day = 86_400_000

export class RuleStore extends Context.Service<
  RuleStore,
  {
    /** The credentials that have rules, by name. */
    readonly list: Effect.Effect<ReadonlyArray<CredentialRules>, never, Tenant>
    /** Replaces the rules of a key or app that is not revoked. `by` is null for the operator. */
    readonly set: (
      credential: string,
      rules: Ruling,
      by: ActorRef | null
    ) => Effect.Effect<CredentialRules, NotFound, Tenant>
    /** Locks the rules of a credential until the transaction ends, so that its writes are counted one after another. */
    readonly lock: (credential: string) => Effect.Effect<void, never, Tenant>
    /** The number of a credential's writes within the last hour. Requires `lock`. */
    readonly written: (credential: string) => Effect.Effect<number, never, Tenant>
    /** Counts a write. */
    readonly count: (credential: string) => Effect.Effect<void, never, Tenant>
    /** The sum by deal of the percentages by which a credential changed amounts within a day, without approvals and without this entry. */
    readonly changedAmounts: (
      credential: string,
      deals: ReadonlyArray<string>,
      entry: string | undefined
    ) => Effect.Effect<ReadonlyMap<string, number>, never, Tenant>
    /** Deletes up to `limit` counts that no longer matter at `at`, and returns their number. */
    readonly expire: (at: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/RuleStore") {
  static readonly layer = Layer.effect(
    RuleStore,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const news = yield* CredentialChanges

      const called = (workspaceId: string) => sql`coalesce(
        (SELECT k.name FROM api_keys k WHERE k.workspace_id = ${workspaceId} AND k.id::text = r.credential),
        (SELECT g.client_name FROM oauth_grants g
          WHERE g.workspace_id = ${workspaceId} AND g.client_id = r.credential ORDER BY g.created_at DESC LIMIT 1))`
      const kind = sql.literal(`CASE WHEN EXISTS (SELECT FROM api_keys k
        WHERE k.workspace_id = r.workspace_id AND k.id::text = r.credential) THEN 'api_key' ELSE 'oauth' END`)

      const list = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows =
          yield* sql<Row>`SELECT r.credential, ${kind} AS type, ${called(workspaceId)} AS name, r.rules,
            r.updated_at, r.updated_by
          FROM credential_rules r WHERE r.workspace_id = ${workspaceId} ORDER BY 3, 1`
        return rows.map(toRules)
      }).pipe(Sql.orDie)

      const exists = Effect.fnUntraced(function* (workspaceId: string, credential: string) {
        const rows = yield* sql<{
          type: Row["type"]
          name: string
        }>`SELECT 'api_key' AS type, k.name FROM api_keys k
            WHERE k.workspace_id = ${workspaceId} AND k.id::text = ${credential} AND k.revoked_at IS NULL
          UNION ALL (SELECT 'oauth', g.client_name FROM oauth_grants g WHERE g.workspace_id = ${workspaceId}
            AND g.client_id = ${credential} AND g.revoked_at IS NULL ORDER BY g.created_at DESC LIMIT 1) LIMIT 1`
        return rows[0]
      })

      const set = Effect.fnUntraced(function* (credential: string, rules: Ruling, by: ActorRef | null) {
        const { workspaceId } = yield* Tenant
        const found = yield* exists(workspaceId, credential)
        if (found === undefined) return yield* NotFound.of("credential", credential)
        const [old] = yield* sql<RulesRow>`SELECT rules, updated_at, updated_by FROM credential_rules
          WHERE workspace_id = ${workspaceId} AND credential = ${credential} FOR UPDATE`
        const isNone = RuleEvaluation.isNone(rules)
        const updated_at = yield* now
        yield* isNone
          ? sql`DELETE FROM credential_rules WHERE workspace_id = ${workspaceId} AND credential = ${credential}`
          : sql`INSERT INTO credential_rules ${sql.insert({
              workspace_id: workspaceId,
              credential,
              rules: sql.json(rules),
              updated_at,
              updated_by: by === null ? null : sql.json(by)
            })} ON CONFLICT (workspace_id, credential) DO UPDATE
              SET rules = excluded.rules, updated_at = excluded.updated_at, updated_by = excluded.updated_by`
        const after = isNone ? null : { rules, updatedAt: updated_at, updatedBy: by }
        yield* ChangeSet.note(() => [
          Difference.of("rules", credential, old === undefined ? null : recordOf(old), after)
        ])
        yield* news.announce(credential)
        return toRules({
          credential,
          ...found,
          rules: isNone ? none : rules,
          updated_at,
          updated_by: by
        })
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (credential: string) {
        const { workspaceId } = yield* Tenant
        yield* sql`SELECT FROM credential_rules
          WHERE workspace_id = ${workspaceId} AND credential = ${credential} FOR NO KEY UPDATE`
      }, Sql.orDie)

      const written = Effect.fnUntraced(function* (credential: string) {
        const { workspaceId } = yield* Tenant
        const since = new Date(Date.parse(yield* now) - hour).toISOString()
        const [row] = yield* sql<{
          count: number
        }>`SELECT coalesce(sum(count), 0)::int AS count FROM counted_writes
          WHERE workspace_id = ${workspaceId} AND credential = ${credential} AND minute > ${since}::timestamptz`
        return row!.count
      }, Sql.orDie)

      const count = Effect.fnUntraced(function* (credential: string) {
        const { workspaceId } = yield* Tenant
        yield* sql`INSERT INTO counted_writes (workspace_id, credential, minute, count)
          VALUES (${workspaceId}, ${credential}, date_trunc('minute', ${yield* now}::timestamptz), 1)
          ON CONFLICT (workspace_id, credential, minute) DO UPDATE SET count = counted_writes.count + 1`
      }, Sql.orDie)

      const changedAmounts = Effect.fnUntraced(function* (
        credential: string,
        deals: ReadonlyArray<string>,
        entry: string | undefined
      ) {
        const { workspaceId } = yield* Tenant
        const since = new Date(Date.parse(yield* realNow) - day).toISOString()
        const named = sql`ARRAY[${sql.csv(deals.map((id) => sql`${id}`))}]::text[]`
        // Changes from no amount or zero have no percentage.
        const rows = yield* sql<{ id: string; percent: number }>`SELECT id,
            sum(100 * abs(coalesce(to_cents, 0) - from_cents) / nullif(abs(from_cents), 0)) AS percent
          FROM (SELECT c->>'id' AS id, (c->'before'->>'amountCents')::float8 AS from_cents,
              (c->'after'->>'amountCents')::float8 AS to_cents
            FROM audit, json_array_elements(changes) AS c
            WHERE workspace_id = ${workspaceId} AND at >= ${since}::timestamptz AND outcome = 'ok'
              AND actor_id = ${credential} AND approved_by IS NULL AND id::text <> ${entry ?? ""}
              AND (target = ANY(${named}) OR targets && ${named}) AND c->>'resource' = 'deal') changed
          WHERE id = ANY(${named}) AND from_cents IS NOT NULL GROUP BY id`.unprepared
        return new Map(rows.map(({ id, percent }) => [id, percent]))
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (at: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const before = new Date(Date.parse(at) - hour).toISOString()
        const rows = yield* sql`DELETE FROM counted_writes WHERE workspace_id = ${workspaceId}
          AND (credential, minute) IN (SELECT credential, minute FROM counted_writes
            WHERE workspace_id = ${workspaceId} AND minute <= ${before}::timestamptz ORDER BY minute ${Sql.limit(sql, limit)})
          RETURNING minute`
        return rows.length
      }, Sql.orDie)

      return RuleStore.of({ list, set, lock, written, count, changedAmounts, expire })
    })
  )
}

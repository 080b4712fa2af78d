/** Finds records by their ids in other systems. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Conflict } from "../../schema/Fault.ts"
import { DealId } from "../../schema/Id.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

type Kind = "deal" | "lead"

interface Holder {
  readonly id: string
  readonly externalId: string
}

const taken = (kind: Kind, { externalId, id }: Holder) =>
  new Conflict({
    code: "external_id_taken",
    message: `The ${kind} ${id} has the externalId ${JSON.stringify(externalId)} already. Change that ${kind}, or send another externalId.`,
    meta: { id, externalId }
  })

const sentTwice = (kind: Kind, externalId: string) =>
  new Conflict({
    code: "external_id_taken",
    message: `Another ${kind} of this request has the externalId ${JSON.stringify(externalId)}. Send it for one of them.`,
    meta: { externalId }
  })

export class ExternalIds extends Context.Service<
  ExternalIds,
  {
    /** The records with one of these ids. Deleted deals don't count. */
    readonly holders: (
      kind: Kind,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Holder>, never, Tenant>
    /** The records that records with one of these ids (their own, or an external one) were merged into, directly or in several steps. */
    readonly mergedInto: (
      kind: Kind,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Holder>, never, Tenant>
    /**
     * Fails if another record than `id` has the external id, or took it over in a merge. If a record gets it concurrently, the unique index refuses the write, and the
     * transaction is retried (`Sql.isRetryable`).
     */
    readonly admit: (
      kind: Kind,
      externalId: string | null | undefined,
      id?: string
    ) => Effect.Effect<void, Conflict, Tenant>
    /** Like `admit` for new records: reads once, and returns a check of each, which also refuses what an earlier one has. */
    readonly admitMany: (
      kind: Kind,
      externalIds: ReadonlyArray<string | null | undefined>
    ) => Effect.Effect<
      (externalId: string | null | undefined) => Effect.Effect<void, Conflict>,
      never,
      Tenant
    >
  }
>()("pipeline/layers/ExternalIds") {
  static readonly layer = Layer.effect(
    ExternalIds,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const tables = {
        deal: sql.literal("deals WHERE deleted_at IS NULL AND"),
        lead: sql.literal("leads WHERE")
      }

      const holders = Effect.fnUntraced(function* (kind: Kind, externalIds: ReadonlyArray<string>) {
        if (externalIds.length === 0) return []
        const { workspaceId } = yield* Tenant
        return yield* sql<Holder>`SELECT id, external_id AS "externalId" FROM ${tables[kind]}
          workspace_id = ${workspaceId} AND ${sql.in("external_id", externalIds)}`.unprepared
      }, Sql.orDie)

      const mergedInto = Effect.fnUntraced(function* (kind: Kind, externalIds: ReadonlyArray<string>) {
        if (externalIds.length === 0) return []
        const { workspaceId } = yield* Tenant
        const ids = externalIds.filter((id) => Schema.is(DealId)(id))
        const own = ids.length === 0 ? sql.literal("FALSE") : sql.in("id", ids)
        // A record that was restored, or brought back by an undo, is no longer merged.
        const isGone = sql`NOT EXISTS (SELECT 1 FROM ${tables[kind]} workspace_id = ${workspaceId} AND id = m.id)`
        return yield* sql<Holder>`WITH RECURSIVE merged (key, id) AS (
            SELECT name, into_id FROM merges m
              CROSS JOIN LATERAL (VALUES (m.external_id), (m.id::text)) names (name)
              WHERE workspace_id = ${workspaceId} AND (${sql.in("external_id", externalIds)} OR ${own})
                AND ${sql.in("name", externalIds)}
                AND ${isGone}
            UNION
            SELECT merged.key, m.into_id FROM merged
              JOIN merges m ON m.workspace_id = ${workspaceId} AND m.id = merged.id
              WHERE ${isGone}
          )
          SELECT kept.id, merged.key AS "externalId" FROM merged
            JOIN (SELECT id FROM ${tables[kind]} workspace_id = ${workspaceId}) kept ON kept.id = merged.id`
          .unprepared
      }, Sql.orDie)

      const admit = Effect.fnUntraced(function* (
        kind: Kind,
        externalId: string | null | undefined,
        id?: string
      ) {
        if (externalId === null || externalId === undefined) return
        const [holder] = yield* holders(kind, [externalId])
        if (holder !== undefined && holder.id !== id) return yield* taken(kind, holder)
        if (holder !== undefined || id !== undefined) return
        const [kept] = yield* mergedInto(kind, [externalId])
        if (kept !== undefined) return yield* taken(kind, kept)
      })

      const admitMany = Effect.fnUntraced(function* (
        kind: Kind,
        externalIds: ReadonlyArray<string | null | undefined>
      ) {
        const sent = externalIds.filter((id) => typeof id === "string")
        const all = [...(yield* mergedInto(kind, sent)), ...(yield* holders(kind, sent))]
        const held = new Map(all.map((holder) => [holder.externalId, holder]))
        const seen = new Set<string>()
        return (externalId: string | null | undefined) => {
          if (externalId === null || externalId === undefined) return Effect.void
          const holder = held.get(externalId)
          if (holder !== undefined) return Effect.fail(taken(kind, holder))
          if (seen.has(externalId)) return Effect.fail(sentTwice(kind, externalId))
          seen.add(externalId)
          return Effect.void
        }
      })

      return ExternalIds.of({ holders, mergedInto, admit, admitMany })
    })
  )
}

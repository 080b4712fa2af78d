/** Finds records by their ids in other systems. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Conflict } from "../../schema/Fault.ts"
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
    /**
     * Fails if another record than `id` has the external id. If a record gets it concurrently, the unique index refuses the write, and the
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

      const admit = Effect.fnUntraced(function* (
        kind: Kind,
        externalId: string | null | undefined,
        id?: string
      ) {
        if (externalId === null || externalId === undefined) return
        const [holder] = yield* holders(kind, [externalId])
        if (holder !== undefined && holder.id !== id) return yield* taken(kind, holder)
      })

      const admitMany = Effect.fnUntraced(function* (
        kind: Kind,
        externalIds: ReadonlyArray<string | null | undefined>
      ) {
        const sent = externalIds.filter((id) => typeof id === "string")
        const held = new Map((yield* holders(kind, sent)).map((holder) => [holder.externalId, holder]))
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

      return ExternalIds.of({ holders, admit, admitMany })
    })
  )
}

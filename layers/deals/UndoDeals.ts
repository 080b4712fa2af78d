/** Undoes changes of deals. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { AuditChange, AuditFields } from "../../schema/Audit.ts"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Deal } from "../../schema/Deal.ts"
import type { DealId } from "../../schema/Id.ts"
import type { Region, Stage } from "../../schema/Stage.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import { keyOf, type Rule, type State, type RevertedRecord } from "../../src/audit/rules/UndoTypes.ts"
import * as StageEntry from "../../src/deals/rules/StageEntry.ts"
import * as Entry from "../../src/events/rules/Entry.ts"
import type { Revertible } from "../audit/Revertible.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Actor, refOf } from "../identity/Actor.ts"
import { ExternalIds } from "../imports/ExternalIds.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"
import { now } from "../runtime/Now.ts"
import { joins, rewriting, type Row, selected, toDeal } from "./DealRow.ts"
import { DealTotals } from "./DealTotals.ts"

interface FoundRow extends Row {
  readonly deleted_at: string | null
  readonly deleted_by: ActorRef | null
}

/** The maximum number of notes read to show that a deal was used after the change. */
const maxNotes = 1_000

const isThere = (fields: AuditFields) => (fields["deletedAt"] ?? null) === null

/** The deals that the changes concern, including the deals of changed notes. */
const idsOf = (changes: ReadonlyArray<AuditChange>): ReadonlyArray<DealId> => [
  ...new Set(
    changes.flatMap(({ id, ids = [id], of, resource }) =>
      resource === "deal" ? ids : resource === "note" && of !== undefined ? [of] : []
    ) as ReadonlyArray<unknown> as ReadonlyArray<DealId>
  )
]

const valuesOf = (changes: ReadonlyArray<AuditChange>, name: string): ReadonlyArray<string> =>
  changes.flatMap(({ after, before, resource }) =>
    resource === "deal" ? [before?.[name], after?.[name]].filter((one) => typeof one === "string") : []
  )

/** The stage and the owner's name, which a deal's audited fields don't contain. */
interface Names {
  readonly stages: ReadonlyMap<string, Stage>
  readonly owners: ReadonlyMap<string, string | null>
}

/** Adds which deal holds each external id now. */
interface Lookup extends Names {
  readonly holders: ReadonlyMap<string, string>
}

export class UndoDeals extends Context.Service<UndoDeals, Revertible>()("pipeline/layers/UndoDeals") {
  static readonly layer = Layer.effect(
    UndoDeals,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const feed = yield* EventFeed
      const externalIds = yield* ExternalIds
      const totals = yield* DealTotals

      const namesOf = Effect.fnUntraced(function* (
        stageIds: ReadonlyArray<string>,
        ownerIds: ReadonlyArray<string>
      ) {
        const { workspaceId } = yield* Tenant
        const stages = yield* sql<{
          id: Stage["id"]
          name: string
          region: Region
        }>`SELECT id, name, region FROM stages
          WHERE workspace_id = ${workspaceId} AND ${sql.in("id", stageIds)}`.unprepared
        const owners = yield* sql<{ id: string; name: string | null }>`SELECT u.id, u.name FROM members m
          JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND ${sql.in("m.user_id", ownerIds)}`.unprepared
        return {
          stages: new Map(
            stages.map((one) => [one.id as string, { ...one, isAnchor: one.region === "anchor" }])
          ),
          owners: new Map(owners.map(({ id, name }) => [id, name]))
        }
      })

      /** Notes written and emails sent about deals, which removing the deals would hide. */
      const notesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        if (ids.length === 0)
          return new Map<string, ReadonlyArray<{ readonly key: string; readonly at: string }>>()
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{
          id: string
          deal_id: string
          at: string
        }>`SELECT id, deal_id, created_at AS at
          FROM notes WHERE workspace_id = ${workspaceId} AND ${sql.in("deal_id", ids)}
            AND (kind = 'manual' OR system_event_type = 'email_sent')
          ORDER BY created_at DESC ${Sql.limit(sql, maxNotes)}`.unprepared
        const keyed = rows.map(({ at, deal_id, id }) => ({ deal_id, at, key: keyOf("note", id) }))
        return Map.groupBy(keyed, ({ deal_id }) => deal_id)
      })

      const ruleOf = (names: Lookup, at: string, by: ActorRef): Rule => ({
        soft: new Set(["updatedAt"]),
        removed: (fields) => ({ ...fields, deletedAt: at, deletedBy: by }),
        isThere,
        active: (state) => {
          if (state === null || !isThere(state)) return 0
          const stage = names.stages.get(state["stageId"] as string)
          return stage !== undefined && StageEntry.status(stage.region) === "open" ? 1 : 0
        },
        // A deal moved by the removal of its stage can only be undone together with that removal.
        links: ({ of }) => (of === undefined ? [] : [keyOf("board", of)]),
        refuses: ({ id, of }, next, get) => {
          const [stageId, externalId] = [next?.["stageId"], next?.["externalId"]]
          const holder = typeof externalId === "string" ? names.holders.get(externalId) : undefined
          if (holder !== undefined && holder !== id && next !== null && isThere(next))
            return { code: "changed_since", message: `The deal ${holder} has its external id now.` }
          if (typeof stageId !== "string" || names.stages.has(stageId) || of !== undefined) return undefined
          if (get(keyOf("stage", stageId)) !== null) return undefined
          return { code: "gone", message: "The stage that it was in is not there any more." }
        }
      })

      const lock = Effect.fnUntraced(function* (changes: ReadonlyArray<AuditChange>) {
        const ids = idsOf(changes)
        if (ids.length === 0) return { found: new Map(), rules: {} }
        const { workspaceId } = yield* Tenant
        // Locks in one order and reads separately, as in `ManyDeals.lock`.
        yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}
          ORDER BY id FOR UPDATE`.unprepared
        const rows = yield* sql<FoundRow>`SELECT ${sql.literal(selected)}, d.deleted_at, d.deleted_by
          FROM deals d ${sql.literal(joins)}
          WHERE d.workspace_id = ${workspaceId} AND ${sql.in("d.id", ids)} ORDER BY d.id`.unprepared
        const deals = rows.map(toDeal)
        yield* ReadSet.recordRead("deal", deals, Records.readOfDeal)
        const names = yield* namesOf(
          [...deals.map(({ stage }) => stage.id), ...valuesOf(changes, "stageId")],
          [...deals.map(({ ownerId }) => ownerId), ...valuesOf(changes, "ownerId")]
        )
        const made = changes.filter(
          ({ after, before, resource }) =>
            resource === "deal" && (before === null || (before["deletedAt"] != null && after !== null))
        )
        const notes = yield* notesOf(idsOf(made))
        const found = deals.map((deal, index) => {
          const { deleted_at: deletedAt, deleted_by: deletedBy } = rows[index]!
          const state = { ...Records.ofDeal(deal), deletedAt, deletedBy }
          return [keyOf("deal", deal.id), { state, dependents: notes.get(deal.id) ?? [] }] as const
        })
        const holders = yield* externalIds.holders("deal", [
          ...new Set([
            ...deals.flatMap(({ externalId }) => externalId ?? []),
            ...valuesOf(changes, "externalId")
          ])
        ])
        const lookup = {
          ...names,
          holders: new Map(holders.map(({ externalId, id }) => [externalId, id]))
        }
        const rule = ruleOf(lookup, yield* now, refOf(yield* Actor))
        return { found: new Map(found), rules: { deal: rule } }
      }, Sql.orDie)

      /** Converts an audited state to a deal, even if it is deleted; null if there is none. */
      const dealOf = (id: string, state: State, { owners, stages }: Names) => {
        if (state === null) return null
        const stage = stages.get(state["stageId"] as string)!
        const ownerName = owners.get(state["ownerId"] as string) ?? null
        return Records.dealOf(id as DealId, state, { stage, ownerName })
      }

      const put = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const { workspaceId } = yield* Tenant
        const states = turned.flatMap(({ after, before }) => [before!, after!])
        const names = yield* namesOf(
          states.map(({ stageId }) => stageId as string),
          states.map(({ ownerId }) => ownerId as string)
        )
        const seen = (id: string, state: State): Deal | null =>
          state !== null && isThere(state) ? dealOf(id, state, names) : null
        const all = turned.map(({ after, before, id }) => ({
          before: seen(id, before),
          after: seen(id, after)
        }))
        const stateOf = (id: string, state: State) => ({
          deal: dealOf(id, state, names)!,
          deletion: {
            deletedAt: (state?.["deletedAt"] ?? null) as string | null,
            deletedBy: (state?.["deletedBy"] ?? null) as ActorRef | null
          }
        })
        const rewrites = rewriting(
          sql,
          workspaceId,
          turned.map(({ after, before, id }) => ({ before: stateOf(id, before), after: stateOf(id, after) }))
        )
        yield* Sql.combineWrites(sql, [
          ...(yield* totals.changes(all.map((one) => ({ ...one, isRestored: true })))),
          ...rewrites,
          ...(yield* feed.insertion(all.flatMap(({ after, before }) => Entry.ofDeal(before, after))))
        ]).unprepared
      })

      const write = Effect.fnUntraced(function* (turned: ReadonlyArray<RevertedRecord>) {
        const deals = turned.filter(({ resource }) => resource === "deal")
        if (deals.length > 0) yield* put(deals)
        const ids = idsOf(turned)
        if (ids.length === 0) return
        const { workspaceId } = yield* Tenant
        // Resets the date of the last activity from the remaining notes.
        yield* sql`UPDATE deals d SET active_on = greatest((d.updated_at AT TIME ZONE 'UTC')::date, (
            SELECT (n.created_at AT TIME ZONE 'UTC')::date FROM notes n
            WHERE n.workspace_id = ${workspaceId} AND n.deal_id = d.id
              AND (n.kind = 'manual' OR n.system_event_type = 'email_sent')
            ORDER BY n.created_at DESC, n.id DESC LIMIT 1))
          WHERE d.workspace_id = ${workspaceId} AND ${sql.in("d.id", ids)}`.unprepared
      }, Sql.orDie)

      return UndoDeals.of({ resources: ["deal"], scope: "deals:write", lock, write })
    })
  )
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"
import type { Currency } from "../../schema/Field.ts"
import { type GroupBy, maxGroups, type Measure } from "../../schema/PipelineQuery.ts"
import * as DealLists from "../deals/DealLists.ts"
import * as Sql from "../database/Sql.ts"
import type { Actor } from "../identity/Actor.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as QueryGroups from "./QueryGroups.ts"

export interface Question {
  readonly measure: Measure
  /** At most two. */
  readonly groupBy: ReadonlyArray<GroupBy>
  readonly filters: DealLists.Filters
  /** The time that months and quarters go by. */
  readonly date: "closed" | "created" | "entered"
  readonly enteredAfter: string | undefined
  readonly enteredBefore: string | undefined
}

export interface Group {
  /** The keys and names in the order of the groupings; null for deals that have none. */
  readonly keys: ReadonlyArray<string | null>
  readonly labels: ReadonlyArray<string | null>
  /** Null unless amounts are measured. */
  readonly currency: Currency | null
  /** A decimal; null if there is nothing to measure. */
  readonly value: string | null
  readonly count: number
}

/** A sum or an average is in whole minor units, a share has four decimals, and days have one. */
const values = (sql: Sql.Sql, now: string): Readonly<Record<Measure, Statement.Fragment>> => {
  const days = (time: Statement.Fragment, since: string) =>
    sql`round((avg(extract(epoch FROM ${time} - ${sql.literal(since)})) / 86400)::numeric, 1)`
  return {
    count: sql.literal("count(*)"),
    sum: sql.literal("coalesce(sum(d.amount_cents), 0)"),
    average: sql.literal("round(avg(d.amount_cents))"),
    win_rate: sql.literal("round(avg((d.status = 'won')::int), 4)"),
    conversion: sql.literal("round(avg(e.later::int), 4)"),
    days_in_stage: days(sql`${now}::timestamptz`, "d.stage_entered_at"),
    days_to_close: days(sql.literal(DealLists.closed), "d.created_at")
  }
}

const isInTime = (groupBy: GroupBy) => groupBy === "month" || groupBy === "quarter"

/** Answers questions about the deals of the current workspace, each in one statement. */
export class PipelineQueries extends Context.Service<
  PipelineQueries,
  {
    /** Returns up to one group more than `maxGroups`: the largest first, or the latest months. Amounts are grouped by currency, too. */
    readonly ask: (question: Question) => Effect.Effect<ReadonlyArray<Group>, never, Actor | Tenant>
  }
>()("pipeline/layers/PipelineQueries") {
  static readonly layer = Layer.effect(
    PipelineQueries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /**
       * The first entries `e` of deals into each open stage, and whether a later stage followed. A deal enters a stage when it is created or
       * moved there, as its activity says; a PATCH of the stage is not a move.
       */
      const entries = (
        workspaceId: string,
        conditions: ReadonlyArray<Statement.Fragment>,
        bounds: Statement.Fragment
      ) =>
        sql`(SELECT deal_id, stage_id, region, min(at) AS at, bool_or(later) AS later FROM (
            SELECT n.deal_id, s.id AS stage_id, s.region, n.created_at AS at,
              s.position < max(CASE s.region WHEN 'dead' THEN -1 ELSE s.position END)
                OVER (PARTITION BY n.deal_id ORDER BY n.created_at DESC, n.id DESC) AS later
            FROM notes n
            JOIN deals d ON d.workspace_id = ${workspaceId} AND d.id = n.deal_id
            JOIN stages s ON s.workspace_id = ${workspaceId} AND s.board_id = d.board_id AND s.id = CASE n.system_event_type
              WHEN 'deal_created' THEN n.system_event_data -> 'stage' ->> 'id'
              ELSE n.system_event_data -> 'to' ->> 'id' END
            WHERE n.workspace_id = ${workspaceId} AND n.system_event_type IN ('deal_created', 'stage_changed')
              AND ${sql.and(conditions)}) entry
          WHERE region NOT IN ('won', 'dead') AND ${bounds} GROUP BY deal_id, stage_id, region) e
          JOIN deals d ON d.workspace_id = ${workspaceId} AND d.id = e.deal_id`

      const ask = Effect.fnUntraced(function* (question: Question) {
        const { date, enteredAfter, enteredBefore, filters, groupBy, measure } = question
        const { workspaceId } = yield* Tenant
        const at = yield* DealLists.now
        const isConversion = measure === "conversion"
        const isAmount = measure === "sum" || measure === "average"
        const entered = sql.literal(isConversion ? "at" : "d.stage_entered_at")
        const bounds = [
          sql.literal("TRUE"),
          ...(enteredAfter === undefined ? [] : [sql`${entered} >= ${enteredAfter}::timestamptz`]),
          ...(enteredBefore === undefined ? [] : [sql`${entered} < ${enteredBefore}::timestamptz`])
        ]
        const conditions = [
          ...DealLists.conditions(sql, filters, workspaceId, at),
          ...(measure === "average" ? [sql.literal("d.amount_cents IS NOT NULL")] : []),
          ...(measure === "win_rate" || measure === "days_to_close"
            ? [sql.literal(`d.status <> 'open' AND ${DealLists.closed} IS NOT NULL`)]
            : []),
          ...(isConversion ? [] : bounds)
        ]
        const dates = {
          closed: DealLists.closed,
          created: "d.created_at",
          entered: isConversion ? "e.at" : "d.stage_entered_at"
        }
        const groupings = QueryGroups.make(sql, {
          workspaceId,
          zone: at.zone ?? "UTC",
          date: sql.literal(dates[date]),
          isConversion
        })
        const parts = groupBy.map((name, index) => ({
          ...groupings[name],
          of: sql.literal(`g.by${index}`),
          name
        }))
        const keys = parts.map(({ key, of }) => key?.(of) ?? sql`${of}::text`)
        const labels = parts.map(({ label, of }, index) => label?.(of) ?? keys[index]!)
        const columns = [
          ...parts.map(({ by }, index) => sql`${by} AS ${sql.literal(`by${index}`)}`),
          ...(isAmount ? [sql.literal("d.currency")] : [])
        ]
        const byName = sql.literal(columns.map((_, index) => index + 1).join(", "))
        const from = isConversion ? entries(workspaceId, conditions, sql.and(bounds)) : sql.literal("deals d")
        const joins = parts.flatMap(({ join }) => (join === undefined ? [] : [join]))
        const times = parts.filter(({ name }) => isInTime(name)).map(({ of }) => sql`${of} DESC NULLS LAST`)
        const order = [
          ...times,
          // The currency of most deals comes first, because amounts of different currencies can't be compared.
          ...(isAmount ? [sql.literal("sum(g.count) OVER (PARTITION BY g.currency) DESC, g.currency")] : []),
          sql.literal("g.value DESC NULLS LAST, g.count DESC"),
          ...parts.map(({ of }) => of)
        ]
        // Planned for its values, like a filtered list.
        return yield* sql<Group>`SELECT ARRAY[${sql.csv([...keys])}]::text[] AS keys, ARRAY[${sql.csv(labels)}]::text[] AS labels,
            ${sql.literal(isAmount ? "g.currency" : "NULL AS currency")}, g.value::text AS value, g.count
          FROM (SELECT ${sql.csv([...columns, sql`${values(sql, at.time)[measure]} AS value`, "count(*)::int AS count"])}
            FROM ${from} ${sql.join(" ", false)(joins)}
            ${isConversion ? sql.literal("") : sql`WHERE ${sql.and(conditions)}`}
            ${columns.length === 0 ? sql.literal("") : sql`GROUP BY ${byName}`}) g
          ORDER BY ${sql.csv(order)} ${Sql.limit(sql, maxGroups + 1)}`.unprepared
      }, Sql.orDie)

      return PipelineQueries.of({ ask })
    })
  )
}

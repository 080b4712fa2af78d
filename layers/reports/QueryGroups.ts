/** The groups of a pipeline query in SQL, over deals `d` and, for conversion, entries into stages `e`. */
import type { Statement } from "effect/sql"
import type { GroupBy } from "../../schema/PipelineQuery.ts"
import type { Sql } from "../database/Sql.ts"

interface Grouping {
  /** The expression that deals are grouped by. */
  readonly by: Statement.Fragment
  /** A further table that `by` reads. */
  readonly join?: Statement.Fragment
  /** The key of a group, read from its column `of`. */
  readonly key?: (of: Statement.Fragment) => Statement.Fragment
  /** The name of a group, if it differs from the key. */
  readonly label?: (of: Statement.Fragment) => Statement.Fragment
}

interface Place {
  readonly workspaceId: string
  readonly zone: string
  /** The time that months and quarters go by. */
  readonly date: Statement.Fragment
  readonly isConversion: boolean
}

/** A truncated time is formatted once for each group, rather than for each deal. */
export const make = (
  sql: Sql,
  { date, isConversion, workspaceId, zone }: Place
): Readonly<Record<GroupBy, Grouping>> => {
  const local = (unit: string, format: string): Grouping => ({
    by: sql`date_trunc(${sql.literal(`'${unit}'`)}, ${date} AT TIME ZONE ${zone})`,
    key: (of) => sql`to_char(${of}, ${sql.literal(`'${format}'`)})`
  })
  return {
    owner: {
      by: sql.literal("d.owner_id"),
      label: (of) => sql`(SELECT coalesce(u.name, u.email) FROM users u WHERE u.id = ${of})`
    },
    stage: {
      by: sql.literal(isConversion ? "e.stage_id" : "d.stage_id"),
      label: (of) =>
        sql`(SELECT s.name FROM stages s WHERE s.workspace_id = ${workspaceId} AND s.id = ${of} LIMIT 1)`
    },
    region: isConversion
      ? { by: sql.literal("e.region") }
      : {
          by: sql.literal("s.region"),
          join: sql`JOIN stages s ON s.workspace_id = ${workspaceId} AND s.board_id = d.board_id
            AND s.id = d.stage_id`
        },
    board: {
      by: sql.literal("d.board_id"),
      label: (of) => sql`(SELECT b.name FROM boards b WHERE b.workspace_id = ${workspaceId} AND b.id = ${of})`
    },
    source: {
      by: sql.literal("coalesce(nullif(l.attribution ->> 'utmSource', ''), l.source)"),
      join: sql`LEFT JOIN leads l ON l.workspace_id = ${workspaceId} AND l.id = d.lead_id`
    },
    label: {
      by: sql.literal("label.name"),
      join: sql.literal("LEFT JOIN LATERAL unnest(d.labels) AS label(name) ON true")
    },
    company: { by: sql.literal("nullif(d.company, '')") },
    lost_reason: { by: sql.literal("nullif(d.lost_reason, '')") },
    month: local("month", "YYYY-MM"),
    quarter: local("quarter", 'YYYY-"Q"Q')
  }
}

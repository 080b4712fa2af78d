import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"
import { type DuplicateGroup, type Kind, maxRecords, type Reason } from "../../schema/Duplicates.ts"
import type { Invalid } from "../../schema/Fault.ts"
import type * as Page from "../../schema/Page.ts"
import type { Duplicate } from "../../src/deals/rules/DuplicateWarning.ts"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors } from "./Cursors.ts"
import * as Search from "./Search.ts"

/** The values by which a new record is compared with others. */
interface Candidate {
  readonly kind: Kind
  readonly email: string | null
  readonly name: string | null
  readonly company: string | null
  /** The kinds of records that the caller may know of. */
  readonly kinds: ReadonlySet<Kind>
}

/** The maximum number of duplicates in a warning for each reason. */
const maxMentioned = 2

interface GroupRow extends Omit<DuplicateGroup, "records"> {
  readonly records: ReadonlyArray<DuplicateGroup["records"][number]>
}

/** The name of a lead's contact in SQL, in lower case as `LOWER` folds it. */
const leadName = "nullif(lower(concat_ws(' ', l.first_name, l.last_name)), '')"

const tables = {
  deal: {
    from: "deals d",
    condition: "d.deleted_at IS NULL",
    row: "d.id, d.name, d.company, d.status, d.created_at",
    keys: {
      email: "d.contact_email_lower",
      externalId: "lower(btrim(d.external_id))",
      name: "CASE WHEN d.company <> '' THEN d.search END"
    }
  },
  lead: {
    from: "leads l",
    condition: "NOT l.suspect",
    row: "l.id, nullif(concat_ws(' ', l.first_name, l.last_name), '') AS name, l.company_name AS company, l.triage_status AS status, l.created_at",
    keys: {
      email: "l.email_lower",
      externalId: "lower(btrim(l.external_id))",
      name: `${leadName} || E'\\n' || lower(nullif(l.company_name, ''))`
    }
  }
} as const

/** Deals and leads of the current workspace that may be the same. */
export class Duplicates extends Context.Service<
  Duplicates,
  {
    /** The records that a new one may be a duplicate of: the newest by each reason. */
    readonly of: (
      candidate: Candidate
    ) => Effect.Effect<StatementPipeline.Ask<ReadonlyArray<Duplicate>>, never, Tenant>
    /** Groups of possible duplicates, by reason and key. */
    readonly list: (
      kind: Kind,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<DuplicateGroup>, Invalid, Tenant>
  }
>()("pipeline/layers/Duplicates") {
  static readonly layer = Layer.effect(
    Duplicates,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors

      const of = Effect.fnUntraced(function* ({ company, email, kind, kinds, name }: Candidate) {
        const { workspaceId } = yield* Tenant
        const newest = (kind: Kind, by: Reason, condition: Statement.Fragment) => {
          const { condition: isThere, from } = tables[kind]
          return sql`(SELECT ${kind}::text AS kind, id, ${by}::text AS by FROM ${sql.literal(from)}
            WHERE workspace_id = ${workspaceId} AND ${sql.literal(isThere)} AND ${condition}
            ORDER BY created_at DESC, id DESC ${Sql.limit(sql, maxMentioned)})`
        }
        const address = email === null ? null : MatchKey.email(email)
        const title = company === null || company === "" || name === null ? null : Search.text(name, company)
        const searches = [
          ...(address === null
            ? []
            : [
                ...(kinds.has("deal")
                  ? [newest("deal", "email", sql`contact_email_lower = ${address}`)]
                  : []),
                ...(kinds.has("lead") ? [newest("lead", "email", sql`email_lower = ${address}`)] : [])
              ]),
          ...(title === null || !kinds.has(kind)
            ? []
            : kind === "deal"
              ? [newest("deal", "name", sql`hashtext(search) = hashtext(${title}) AND search = ${title}`)]
              : [
                  newest(
                    "lead",
                    "name",
                    sql`lower(company_name) = lower(${company}) AND ${sql.literal(leadName)} = lower(${name})`
                  )
                ])
        ]
        if (searches.length === 0) return StatementPipeline.none<ReadonlyArray<Duplicate>>([])
        return StatementPipeline.ask(
          sql,
          sql<Duplicate>`${sql.join(" UNION ALL ", false)(searches)}`,
          Effect.succeed<ReadonlyArray<Duplicate>>
        )
      })

      const list = Effect.fnUntraced(function* (kind: Kind, page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const asked = yield* cursors.open({ list: "duplicates", filters: { kind }, page })
        const { condition, from, keys, row } = tables[kind]
        const groups = Object.entries(keys).map(
          ([
            by,
            key
          ]) => sql`SELECT ${by}::text COLLATE "C" AS by, ${sql.literal(key)} COLLATE "C" AS key, count(*)::int AS count,
              (array_agg(id ORDER BY created_at DESC, id DESC))[1:${sql.literal(String(maxRecords))}] AS ids
            FROM ${sql.literal(from)}
            WHERE workspace_id = ${workspaceId} AND ${sql.literal(condition)} AND ${sql.literal(key)} IS NOT NULL
            GROUP BY 2 HAVING count(*) > 1`
        )
        const { after } = asked
        const place =
          after === undefined
            ? sql.literal("TRUE")
            : sql`(g.by, g.key) > (${after[0]}::text, ${after[1]}::text)`
        const rows = yield* sql<GroupRow>`SELECT g.by, g.key, g.count, (
            SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'company', r.company, 'status', r.status,
              'createdAt', ${sql.literal(Sql.iso("r.created_at"))}) ORDER BY r.created_at DESC, r.id DESC)
            FROM (SELECT ${sql.literal(row)} FROM ${sql.literal(from)}
              WHERE workspace_id = ${workspaceId} AND id = ANY (g.ids)) r) AS records
          FROM (${sql.join(" UNION ALL ", false)(groups)}) g
          WHERE ${place} ORDER BY g.by, g.key ${Sql.limit(sql, asked.limit + 1)}`.unprepared
        return asked.page(
          rows,
          ({ key, ...group }) => ({ ...group, key: key.replaceAll("\n", ", ") }),
          ({ by, key }) => [by, key]
        )
      }, Sql.orDie)

      return Duplicates.of({ of, list })
    })
  )
}

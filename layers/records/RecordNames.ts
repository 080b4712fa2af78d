/** Finds deals and leads by name, company or email. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { NameLookup } from "../../src/shared/NameLookup.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Search from "./Search.ts"
import * as Sql from "../database/Sql.ts"

/** One more than an error lists. */
const maxResults = 21

/** Maximum length of a name, and minimum length for an index search. */
const [maxLength, minLength] = [300, 3]

/** Line numbers in `words` that contain names: a deal's name and company; a lead's company, email and person. */
const person = 4
const places = { deal: [1, 2], lead: [1, 3, person] }

export class RecordNames extends Context.Service<
  RecordNames,
  {
    /**
     * Finds deals or leads with exactly that name or company, or else by a search for it. `withAlike` also includes leads whose person's
     * name contains it.
     */
    readonly find: (
      kind: "deal" | "lead",
      handle: string,
      withAlike?: boolean
    ) => Effect.Effect<ReadonlyArray<NameLookup>, never, Tenant>
  }
>()("pipeline/layers/RecordNames") {
  static readonly layer = Layer.effect(
    RecordNames,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const isPart = (place: number, name: string) =>
        sql`btrim(split_part(r.words, E'\n', ${sql.literal(String(place))})) = ${name}`

      /** Leads marked as suspected bots are only found by ID, as in lists. */
      const rows = {
        // Name matches come before company matches so that the limit can't cut them off: writes identify a deal by its name.
        deal: (
          where: Statement.Fragment,
          name: string
        ) => sql<NameLookup>`SELECT r.id, r.name, r.company, s.name AS place
          FROM deals r JOIN stages s
            ON s.workspace_id = r.workspace_id AND s.board_id = r.board_id AND s.id = r.stage_id
          WHERE ${where} AND r.deleted_at IS NULL ORDER BY (${isPart(1, name)}) DESC, r.created_at DESC ${Sql.limit(sql, maxResults)}`,
        lead: (where: Statement.Fragment) => sql<NameLookup>`SELECT r.id,
            coalesce(nullif(concat_ws(' ', r.first_name, r.last_name), ''), r.email) AS name,
            r.company_name AS company, r.email, r.triage_status AS place
          FROM leads r WHERE ${where} AND NOT r.suspect ORDER BY r.created_at DESC ${Sql.limit(sql, maxResults)}`
      }

      const find = Effect.fnUntraced(function* (kind: "deal" | "lead", handle: string, withAlike = false) {
        const { workspaceId } = yield* Tenant
        const search = handle.trim()
        if (search === "" || search.length > maxLength) return []
        const matching = [sql`r.workspace_id = ${workspaceId}`, ...Search.conditions(sql, "r.", { search })]
        const name = Search.words(search)
        const parts = places[kind].map((place) => isPart(place, name))
        if (kind === "lead" && withAlike)
          parts.push(sql`strpos(split_part(r.words, E'\n', ${sql.literal(String(person))}), ${name}) > 0`)
        // Planned for each pattern, like searches.
        const exact = yield* rows[kind](sql.and([...matching, sql.or(parts)]), name).unprepared
        if (exact.length > 0 || search.length < minLength) return exact
        return yield* rows[kind](sql.and(matching), name).unprepared
      }, Sql.orDie)

      return RecordNames.of({ find })
    })
  )
}

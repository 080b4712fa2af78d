/** An order of deals by a column and then by id, in the same direction; deals without the value come last. */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Neighbours } from "../../schema/Neighbours.ts"
import type { Sql } from "../platform/database/Sql.ts"

export interface By {
  readonly column: string
  readonly type: "timestamptz" | "bigint" | "date" | "text"
  readonly isDescending: boolean
  readonly isNullable?: boolean
  /** By code points: no collation of the database decides. */
  readonly isByCode?: boolean
}

/** The value of the column, empty for none, and the id. */
export type Position = ReadonlyArray<string>

/** Deals in a stretch of the order, which one scan reads. */
type Stretch = Array<Statement.Fragment>

export const make = (sql: Sql, { column, isByCode = false, isDescending, isNullable = false, type }: By) => {
  const key = `${column}${isByCode ? ' COLLATE "C"' : ""}`
  const none = sql.literal(`d.${column} IS NULL`)
  const some = sql.literal(`d.${column} IS NOT NULL`)

  const towards = (isBack: boolean) => {
    const [compare, direction] = isDescending !== isBack ? ["<", "DESC"] : [">", "ASC"]
    const nulls = isNullable ? `NULLS ${isBack ? "FIRST" : "LAST"}` : ""
    const by = (prefix: string, nulls = "") =>
      sql.literal(`${prefix}${key} ${direction} ${nulls}, ${prefix}id ${direction}`)
    /** Those beyond a position, the nearest stretch first. */
    const beyond = ([value, id]: Position): ReadonlyArray<Stretch> => {
      if (isNullable && value === "") {
        const further = [none, sql`d.id ${sql.literal(compare)} ${id}::uuid`]
        return isBack ? [further, [some]] : [further]
      }
      const further = sql`(${sql.literal(`d.${key}`)}, d.id) ${sql.literal(compare)}
        (${value}${sql.literal(`::${type}`)}, ${id}::uuid)`
      if (!isNullable) return [[further]]
      return isBack ? [[some, further]] : [[some, further], [none]]
    }
    return {
      beyond,
      /** The order of `d` within a stretch, which an index has. */
      within: by("d."),
      /** The order of all stretches. */
      by: by("d.", nulls),
      ofMeasured: by("", nulls)
    }
  }

  const onward = towards(false)
  return {
    ...onward,
    /** The stretches of a page after a position, or of the first. */
    places: (after: Position | undefined): ReadonlyArray<Stretch> =>
      after === undefined ? (isNullable ? [[some], [none]] : [[]]) : onward.beyond(after),
    back: towards(true)
  }
}

export type Order = ReturnType<typeof make>

/** The deals next to a position on one side of it, of those that match: the nearest of each stretch, with its place. */
export const beyond = (
  sql: Sql,
  conditions: ReadonlyArray<Statement.Fragment>,
  side: Pick<Order, "beyond" | "within">,
  position: Position
): ReadonlyArray<Statement.Fragment> =>
  side.beyond(position).map(
    (stretch, place) => sql`SELECT ${sql.literal(String(place))} AS place, d.id, d.name FROM deals d
      WHERE ${sql.and([...conditions, ...stretch])} ORDER BY ${side.within} LIMIT 1`
  )

/** The one of the first place. Planned for each call's own values, like a list. */
export const nearest = Effect.fnUntraced(function* (sql: Sql, parts: ReadonlyArray<Statement.Fragment>) {
  const all = sql.join(" UNION ALL ", false)(parts.map((part) => sql`(${part})`))
  const [found] = yield* sql<NonNullable<Neighbours["next"]>>`SELECT f.id, f.name FROM (${all}) f
    ORDER BY f.place LIMIT 1`.unprepared
  return found === undefined ? null : { id: found.id, name: found.name }
})

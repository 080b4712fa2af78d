/**
 * Orders deals by a column and then by id, in the same direction; deals without a value come last. Amounts are ordered within each
 * currency, because amounts in different currencies can't be compared.
 */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Neighbours } from "../../schema/Neighbours.ts"
import type { Sql } from "../database/Sql.ts"

export interface By {
  readonly column: string
  readonly type: "timestamptz" | "bigint" | "date" | "text"
  readonly isDescending: boolean
  readonly isNullable?: boolean
  /** Compares by code point, so that the database's collation doesn't matter. */
  readonly isByCode?: boolean
}

/** The value of the column (empty for null), the id, and the currency if the order is by amount. */
export type Position = ReadonlyArray<string>

/** The columns that a position needs. */
export interface Placed {
  readonly id: string
  readonly currency: string
}

const isAmount = ({ column }: Pick<By, "column">): boolean => column === "amount_cents"

export const positionOf = (by: By, value: string, { currency, id }: Placed): Position =>
  isAmount(by) ? [value, id, currency] : [value, id]

/** The conditions of a part of the order that a single scan can read. */
type Stretch = Array<Statement.Fragment>

export const make = (sql: Sql, by: By) => {
  const { column, isByCode = false, isDescending, isNullable = false, type } = by
  const key = `${column}${isByCode ? ' COLLATE "C"' : ""}`
  const none = sql.literal(`d.${column} IS NULL`)
  const some = sql.literal(`d.${column} IS NOT NULL`)
  /** The key that sorts before the column. */
  const [first, ofFirst] = isAmount(by)
    ? [['currency COLLATE "C"'], ([, , currency]: Position) => [sql`${currency}`]]
    : [[], () => []]

  const towards = (isBack: boolean) => {
    const [compare, direction] = isDescending !== isBack ? ["<", "DESC"] : [">", "ASC"]
    const orderBy = (prefix: string, keys: ReadonlyArray<string>) =>
      keys.map((one) => `${prefix}${one} ${direction}`).join(", ")
    const within = (prefix: string) => orderBy(prefix, [...first, key, "id"])
    const whole = (prefix: string) =>
      sql.literal(
        isNullable
          ? `${prefix}${column} IS NULL ${isBack ? "DESC" : "ASC"}, ${within(prefix)}`
          : within(prefix)
      )
    const further = (keys: ReadonlyArray<string>, values: ReadonlyArray<Statement.Fragment>) =>
      sql`(${sql.literal(keys.map((one) => `d.${one}`).join(", "))}) ${sql.literal(compare)} (${sql.csv(values)})`
    /** The stretches beyond a position, nearest first. */
    const beyond = (position: Position): ReadonlyArray<Stretch> => {
      const [value, id] = position
      if (isNullable && value === "") {
        const rest = [none, further([...first, "id"], [...ofFirst(position), sql`${id}::uuid`])]
        return isBack ? [rest, [some]] : [rest]
      }
      const rest = further(
        [...first, key, "id"],
        [...ofFirst(position), sql`${value}${sql.literal(`::${type}`)}`, sql`${id}::uuid`]
      )
      if (!isNullable) return [[rest]]
      return isBack ? [[some, rest]] : [[some, rest], [none]]
    }
    return {
      beyond,
      /** The order of `d` within a stretch, which matches an index. */
      within: sql.literal(within("d.")),
      /** The order across all stretches. */
      by: whole("d."),
      ofMeasured: whole("")
    }
  }

  const onward = towards(false)
  return {
    ...onward,
    /** The stretches of a page after a position, or of the first page. */
    places: (after: Position | undefined): ReadonlyArray<Stretch> =>
      after === undefined ? (isNullable ? [[some], [none]] : [[]]) : onward.beyond(after),
    back: towards(true)
  }
}

export type Order = ReturnType<typeof make>

/** The nearest matching deal of each stretch on one side of a position, numbered by stretch. */
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

/** Picks the deal of the nearest stretch. Planned for the values of each call, like a list. */
export const nearest = Effect.fnUntraced(function* (sql: Sql, parts: ReadonlyArray<Statement.Fragment>) {
  const all = sql.join(" UNION ALL ", false)(parts.map((part) => sql`(${part})`))
  const [found] = yield* sql<NonNullable<Neighbours["next"]>>`SELECT f.id, f.name FROM (${all}) f
    ORDER BY f.place LIMIT 1`.unprepared
  return found === undefined ? null : { id: found.id, name: found.name }
})

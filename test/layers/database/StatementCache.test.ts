import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Statement } from "effect/sql"
import * as fc from "fast-check"
import * as StatementCache from "../../../layers/database/client/StatementCache.ts"
import { PgTypes } from "@effect/sql-pg"

/** Statements that are composed but not sent; one of the driver's compilers each. */
const clientOf = (compiler: Statement.Compiler) =>
  Statement.make(Effect.andThen(Effect.void, Effect.never), compiler, [], undefined)

const json = (value: unknown) => Statement.fragment([Statement.parameter(PgTypes.jsonb(value))])

const plain = clientOf(PgClient.makeCompiler())
const remembering = clientOf(StatementCache.caching(PgClient.makeCompiler()))

type Client = typeof plain
type Part = (sql: Client) => Statement.Fragment

const name = fc.constantFrom("id", "name", 'a"b', "$1", "__proto__ ", "constructor", "")
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.constant(undefined),
  fc.constant(["a", "b"]),
  fc.string().map((text) => json({ text })),
  fc.integer().map((one) => Statement.fragment([Statement.parameter(one)])),
  fc.constant(Statement.fragment([Statement.literal("x")]))
)
const record = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 }).map(Object.fromEntries)
const text = fc.constantFrom("SELECT ", " IN ", " NOT IN ", "id", "$1", " RETURNING ", "()", "", "é😀")

const part: fc.Arbitrary<Part> = fc.oneof(
  text.map(
    (one): Part =>
      (sql) =>
        sql.literal(one)
  ),
  value.map(
    (one): Part =>
      (sql) =>
        sql`${one as string}`
  ),
  name.map(
    (one): Part =>
      (sql) =>
        sql`${sql(one)}`
  ),
  fc.array(fc.integer(), { maxLength: 3 }).map(
    (all): Part =>
      (sql) =>
        sql`${sql.in(all)}`
  ),
  fc.tuple(name, fc.array(fc.string(), { maxLength: 3 })).map(
    ([column, all]): Part =>
      (sql) =>
        sql.in(column, all)
  ),
  fc
    .tuple(record, fc.integer({ min: 1, max: 3 }), fc.constantFrom(undefined, "*", "id"))
    .map(([one, rows, returning]): Part => (sql) => {
      const insert = sql.insert(Array.from({ length: rows }, () => one) as never)
      return sql`${returning === undefined ? insert : insert.returning(returning)}`
    }),
  fc.tuple(record, fc.array(name, { maxLength: 2 })).map(
    ([one, omitted]): Part =>
      (sql) =>
        sql`${sql.update(one, omitted)}`
  ),
  fc.tuple(record, fc.constantFrom("v", 'v"w')).map(
    ([one, alias]): Part =>
      (sql) =>
        sql`${sql.updateValues([one], alias)}`
  ),
  record.map(
    (one): Part =>
      (sql) =>
        sql`${sql.insert(one).returning(Statement.fragment([Statement.literal("id")]))}`
  ),
  value.map(
    (one): Part =>
      (sql) =>
        sql.unsafe("SELECT $1", [one])
  )
)

const composed = (sql: Client, parts: ReadonlyArray<Part>) =>
  sql`${Statement.fragment(parts.flatMap((one) => one(sql).segments))}`.compile()

it("composes what the compiler composes, however often and in whichever order", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const expected = composed(plain, parts)
      for (const _ of [1, 2]) assert.deepStrictEqual([...composed(remembering, parts)], [...expected])
    }),
    { numRuns: 3_000 }
  )
})

it("gives statements of one shape the same text, each with its own values", () => {
  const of = (one: number) =>
    composed(remembering, [(sql) => sql`SELECT ${one} WHERE ${sql.in("id", [one, one])}`])
  const compile = PgClient.makeCompiler().compile(plain`SELECT ${1}`, false)
  assert.deepStrictEqual([...compile], ["SELECT $1", [1]])
  assert.deepStrictEqual([...of(1)], ['SELECT $1 WHERE "id" IN ($2,$3)', [1, 1, 1]])
  assert.deepStrictEqual([...of(2)], ['SELECT $1 WHERE "id" IN ($2,$3)', [2, 2, 2]])
})

it("composes what it has forgotten anew", () => {
  for (let one = 0; one < 25_000; one++) {
    const wanted = [`SELECT 'a${one}', $1`, [one]]
    const [text, values] = composed(remembering, [(sql) => sql`${sql.literal(`SELECT 'a${one}', `)}${one}`])
    assert.deepStrictEqual([text, values], wanted)
  }
})

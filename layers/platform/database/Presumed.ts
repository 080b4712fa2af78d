/**
 * Reads that a transaction takes for granted: it goes on with the rows that the same read gave last, and has the database compare
 * before anything is written. So all of it goes in one write. If they differ it is rolled back, and repeated with nothing taken for granted.
 */
import { Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import type { Guard, Rows } from "./Guard.ts"
import * as Sql from "./Sql.ts"

/** Ends a transaction that took something for granted, and may not be what it should be. */
export class Unfounded {
  readonly _tag = "Unfounded"
}

type Failing<A> = Effect.Effect<A, SqlError.SqlError>

/** A statement's text and parameters. */
export type Read = readonly [text: string, params: ReadonlyArray<unknown>]

interface Known {
  /** Of each read. */
  readonly rows: ReadonlyArray<Rows>
  /** The rows of each as the database writes them. */
  readonly texts: ReadonlyArray<string>
}

/** What is kept: reads, and answers of each, the oldest forgotten first; and rows of an answer, beyond which it isn't kept. */
const most = { texts: 20, known: 500, rows: 32 }

/** How the server refuses a text that is no number, and a key that is there. */
const [noNumber, duplicate] = ["22P02", "23505"]

const decides = (state: string, otherwise: Guard["check"]): Guard => ({
  decides: true,
  check: (exit) => {
    if (Exit.isSuccess(exit)) return Effect.void
    const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
    return failure !== undefined && Sql.sqlStateOf(failure.error) === state
      ? Effect.die(new Unfounded())
      : otherwise(exit)
  }
})

/** Of a statement that looks whether rows are the same. */
export const isSame = decides(noNumber, (exit) => Effect.asVoid(exit))

/** Of an insertion of what must not be there yet, in the place of a statement with the guard `before`. */
export const isNew = (before: Guard): Guard => decides(duplicate, before.check)

const changed = "'It has changed since it was read: it is read again'"

/** Reads that are asked for together, by their texts. */
class Reads {
  readonly texts: ReadonlyArray<string>
  /** Each gives a row's text with it: in the same statement, as another could see another state. */
  readonly written: ReadonlyArray<string>
  /** Fails unless the rows have the texts that follow the parameters of all. */
  readonly check: string
  /** By their parameters. */
  readonly known = new Map<string, Known>()

  constructor(all: ReadonlyArray<Read>) {
    this.texts = all.map(([text]) => text)
    this.written = this.texts.map((text) => `SELECT q.*, q::text AS presumed FROM (${text}) q`)
    const total = all.reduce((count, [, params]) => count + params.length, 0)
    let before = 0
    const same = all.map(([text, params], index) => {
      const moved = text.replaceAll(/\$(\d+)/gu, (_, number: string) => `$${Number(number) + before}`)
      before += params.length
      return `(SELECT coalesce(string_agg(row, E'\\n' ORDER BY row), '')
        FROM (SELECT q::text COLLATE "C" AS row FROM (${moved}) q) written) = $${total + index + 1}`
    })
    // The case is no constant, so that the text becomes a number, and fails, only if it is chosen.
    this.check = `SELECT (CASE WHEN ${same.join(" AND ")} THEN '0' ELSE ${changed} END)::int`
  }

  isOf(all: ReadonlyArray<Read>): boolean {
    return this.texts.length === all.length && all.every(([text], index) => text === this.texts[index])
  }
}

/** That of the database's collation "C": by bytes. */
const inOrder = (texts: ReadonlyArray<string>) =>
  [...texts].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))

const paramsOf = (all: ReadonlyArray<Read>): ReadonlyArray<unknown> => all.flatMap(([, params]) => params)

export interface Found {
  readonly rows: ReadonlyArray<Rows>
  /** Has the database compare: to be sent with a guard. */
  readonly check: Read
}

/** The rows of the reads that may be taken for granted, of one database. */
export class Presumed {
  /** As many as there are places in the code that ask so. */
  readonly #reads: Array<Reads> = []

  #of(all: ReadonlyArray<Read>): Reads {
    const found = this.#reads.find((reads) => reads.isOf(all))
    if (found !== undefined) return found
    const made = new Reads(all)
    if (this.#reads.length >= most.texts) this.#reads.shift()
    this.#reads.push(made)
    return made
  }

  /** What they gave last, if that is known. */
  find(all: ReadonlyArray<Read>): Found | undefined {
    const [reads, params] = [this.#of(all), paramsOf(all)]
    const known = reads.known.get(params.join("\n"))
    return known === undefined
      ? undefined
      : { rows: known.rows, check: [reads.check, [...params, ...known.texts]] }
  }

  /** Reads with `run`, and keeps the rows. */
  read(
    all: ReadonlyArray<Read>,
    run: (all: ReadonlyArray<Read>) => Failing<ReadonlyArray<Rows>>
  ): Failing<ReadonlyArray<Rows>> {
    const { known, written } = this.#of(all)
    const key = paramsOf(all).join("\n")
    // What is known differs, or there is nothing.
    known.delete(key)
    return Effect.map(run(all.map(([, params], index) => [written[index]!, params])), (answers) => {
      const rows = answers.map((answer) => answer.map(({ presumed: _, ...row }) => row))
      if (rows.some(({ length }) => length > most.rows)) return rows
      const texts = answers.map((answer) => inOrder(answer.map(({ presumed }) => presumed)).join("\n"))
      if (known.size >= most.known) known.delete(known.keys().next().value!)
      known.set(key, { rows, texts })
      return rows
    })
  }
}

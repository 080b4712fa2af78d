/**
 * Counts attempts at an account's password by source. After the eighth, each wait is twice as long as the one before. Other sources only
 * wait for their own attempts, so nobody can lock the person out.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { RateLimited } from "../../../schema/Fault.ts"
import { now } from "../../runtime/Now.ts"
import * as RefusalCounts from "../../rateLimits/RefusalCounts.ts"
import * as Sql from "../../database/Sql.ts"

/** After this many, one more attempt needs no wait: people mistype, and may sign in from several browsers at once. */
const freeAttempts = 7

/** The longest wait, in seconds. */
const maxWait = 900

/** The seconds to wait after each attempt, indexed by the number of attempts before it; the last also applies to all later ones. */
const waits = [
  ...Array<number>(freeAttempts).fill(0),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => 2 ** n),
  maxWait
]

/** Attempts are deleted this long after the last one's wait has ended, in milliseconds. */
const memory = 86_400_000

/** Attempts are counted by account (or another thing that can be guessed) and source. */
export interface Counter {
  readonly account: string
  readonly source: string
}

interface Admission<C extends Counter> {
  readonly at: string
  /** The counters that did not require a wait. */
  readonly counters: ReadonlyArray<C>
}

const keyOf = ({ account }: Counter): Buffer => createHash("sha256").update(account).digest()

const nameOf = (counter: Counter) => `${keyOf(counter).toString("hex")} ${counter.source}`

const waited = (seconds: number) =>
  new RateLimited({
    code: "rate_limited_account",
    message: `Too many wrong passwords for this email address from here. Wait ${seconds} s, then try again; browsers that signed in with it before need not wait.`,
    retryAfter: seconds
  })

const secondsUntil = (until: string, at: string) =>
  Math.min(maxWait, Math.max(1, Math.ceil((Date.parse(until) - Date.parse(at)) / 1000)))

export class PasswordAttempts extends Context.Service<
  PasswordAttempts,
  {
    /**
     * Counts an attempt before its password is checked, so that parallel attempts do not avoid the wait. Counters that
     * require a wait do not count it; fails if all of them do.
     */
    readonly count: <C extends Counter>(
      counters: ReadonlyArray<C>
    ) => Effect.Effect<Admission<C>, RateLimited>
    /** Takes back an attempt counted at `at` whose password was not checked after all. */
    readonly giveBack: (counters: ReadonlyArray<Counter>, at: string) => Effect.Effect<void>
    /** Counts a wrong attempt even if it had to wait, and fails if it had to. */
    readonly miss: (counter: Counter, at: string) => Effect.Effect<void, RateLimited>
    /** Deletes the counters after a correct attempt. */
    readonly forget: (counters: ReadonlyArray<Counter>) => Effect.Effect<void>
    /** Deletes up to `limit` counters whose wait ended more than a day ago, and returns their number. */
    readonly expire: (asOf: string, limit: number) => Effect.Effect<number>
  }
>()("pipeline/layers/people/PasswordAttempts") {
  static readonly layer = Layer.effect(
    PasswordAttempts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const before = (at: string) => new Date(Date.parse(at) - memory).toISOString()
      const are = (counters: ReadonlyArray<Counter>) =>
        sql.or(counters.map((one) => sql`(account = ${keyOf(one)} AND source = ${one.source})`))

      /**
       * Adds an attempt. Rows are locked in a fixed order to avoid deadlocks. The times are computed here, because Citus only accepts
       * immutable functions in this clause, and a time plus an interval isn't.
       */
      const add = (counters: ReadonlyArray<Counter>, at: string) => {
        const [first, ...others] = counters
          .toSorted((one, other) => keyOf(one).compare(keyOf(other)))
          .map((one) => ({ account: keyOf(one), source: one.source, tries: 1, next_at: at }))
        const ends = waits.map((wait) => new Date(Date.parse(at) + wait * 1000).toISOString()).join(",")
        return sql`INSERT INTO password_tries ${sql.insert([first!, ...others])}
          ON CONFLICT (account, source) DO UPDATE SET
          tries = CASE WHEN password_tries.next_at <= ${before(at)} THEN 1 ELSE password_tries.tries + 1 END,
          next_at = CASE WHEN password_tries.next_at <= ${before(at)} THEN excluded.next_at
            ELSE (${`{${ends}}`}::timestamptz[])[least(${waits.length}, password_tries.tries + 1)] END`
      }

      const untils = (counters: ReadonlyArray<Counter>) =>
        sql<{ until: string }>`SELECT next_at AS until FROM password_tries
          WHERE ${are(counters)} AND tries > ${freeAttempts} ORDER BY next_at LIMIT 1`

      const count = Effect.fn("PasswordAttempts.count")(function* <C extends Counter>(
        counters: ReadonlyArray<C>
      ) {
        const at = yield* now
        const rows = yield* sql<{ name: string }>`${add(counters, at)}
          WHERE password_tries.tries <= ${freeAttempts} OR password_tries.next_at <= ${at}
          RETURNING encode(account, 'hex') || ' ' || source AS name`
        if (rows.length === 0) {
          const [first] = yield* untils(counters)
          yield* RefusalCounts.by("account")
          return yield* waited(secondsUntil(first?.until ?? at, at))
        }
        const names = new Set(rows.map(({ name }) => name))
        return { at, counters: counters.filter((one) => names.has(nameOf(one))) }
      }, Sql.orDie)

      const giveBack = Effect.fn("PasswordAttempts.giveBack")(function* (
        counters: ReadonlyArray<Counter>,
        at: string
      ) {
        if (counters.length === 0) return
        yield* sql`UPDATE password_tries SET tries = tries - 1, next_at = least(next_at, ${at}::timestamptz)
          WHERE ${are(counters)} AND tries > 0`
      }, Sql.orDie)

      const miss = Effect.fn("PasswordAttempts.miss")(function* (counter: Counter, at: string) {
        const [held] = yield* untils([counter])
        yield* add([counter], at)
        if (held === undefined || Date.parse(held.until) <= Date.parse(at)) return
        yield* RefusalCounts.by("account")
        return yield* waited(secondsUntil(held.until, at))
      }, Sql.orDie)

      const forget = Effect.fn("PasswordAttempts.forget")(function* (counters: ReadonlyArray<Counter>) {
        if (counters.length > 0) yield* sql`DELETE FROM password_tries WHERE ${are(counters)}`
      }, Sql.orDie)

      const expire = Effect.fn("PasswordAttempts.expire")(function* (asOf: string, limit: number) {
        const rows = yield* sql`DELETE FROM password_tries WHERE (account, source) IN (
          SELECT account, source FROM password_tries WHERE next_at <= ${before(asOf)} LIMIT ${limit}
        ) AND next_at <= ${before(asOf)} RETURNING tries`
        return rows.length
      }, Sql.orDie)

      return PasswordAttempts.of({ count, giveBack, miss, forget, expire })
    })
  )
}

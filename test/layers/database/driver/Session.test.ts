import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { SessionConnection } from "../../../../layers/database/client/Connection.ts"
import { type Outcome, type Statement, statement } from "../../../../layers/database/driver/Execution.ts"
import { inspect } from "node:util"
import { counted } from "../../../support/database/Trips.ts"
import { TestDatabase } from "../../../support/database/TestDatabase.ts"

interface Answered {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly status: string
}

/** A session of its own, as a transaction has it. */
const reserved = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connection = yield* sql.reserve
  if (!(connection instanceof SessionConnection)) return yield* Effect.die("It has no session")
  const { session } = connection
  const answers = (...all: ReadonlyArray<Statement>) =>
    Effect.callback<Answered>((resume) => {
      session.submit(all, (outcomes, status) => resume(Effect.succeed({ outcomes, status })))
    })
  return { session, answers }
})

const select = (value: number, isRaw = false) => statement("SELECT $1::int AS one", [value], true, isRaw)

const begin = statement("BEGIN", [], false)

const broken = statement("SELECT 1 / $1::int", [0])

const rowsOf = (exit: Outcome | undefined) =>
  exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined

const reasonOf = (exit: Outcome | undefined) => inspect(exit, { depth: 12 })

layer(TestDatabase.layer)("statements that are answered together", (it) => {
  it.effect("have one end, and each its rows, whether they were prepared before or not", () =>
    Effect.gen(function* () {
      const { answers } = yield* reserved
      yield* answers(select(0))
      for (const turn of [1, 2]) {
        const together = answers(
          begin,
          select(turn),
          statement("SELECT $1::text AS other", ["é".repeat(40_000)]),
          statement("", []),
          select(turn + 10, true),
          statement("COMMIT", [])
        )
        const [{ outcomes, status }, writes] = yield* counted(together)
        assert.strictEqual(writes, 1)
        assert.strictEqual(outcomes.length, 6)
        assert.deepStrictEqual(rowsOf(outcomes[1])!.rows, [{ one: turn }])
        assert.deepStrictEqual(rowsOf(outcomes[2])!.rows, [{ other: "é".repeat(40_000) }])
        assert.strictEqual(rowsOf(outcomes[4])!.rawRows[0]!.value("one"), turn + 10)
        assert.strictEqual(rowsOf(outcomes[5])!.command, "COMMIT")
        assert.strictEqual(status, "I")
      }
    })
  )

  it.effect("are left out after one that fails, which says why, and the transaction is still open", () =>
    Effect.gen(function* () {
      const { answers } = yield* reserved
      const failing = yield* answers(begin, select(1), broken, select(2), statement("COMMIT", []))
      assert.deepStrictEqual(failing.outcomes.map(Exit.isSuccess), [true, true, false, false, false])
      assert.include(reasonOf(failing.outcomes[2]), "22012")
      assert.include(reasonOf(failing.outcomes[4]), "A statement before it failed")
      assert.strictEqual(failing.status, "E")
      const after = yield* answers(statement("ROLLBACK", [], false), select(3))
      assert.deepStrictEqual(rowsOf(after.outcomes[1])!.rows, [{ one: 3 }])
      assert.strictEqual(after.status, "I")
      // What was left out is prepared by the next that asks for it.
      const never = statement("SELECT 'never before' AS it", [])
      yield* answers(broken, never)
      for (const _ of [1, 2]) assert.lengthOf(rowsOf((yield* answers(never)).outcomes[0])!.rows, 1)
    })
  )

  it.effect("are not sent if nobody waits for them any more, and are prepared by the next", () =>
    Effect.gen(function* () {
      const { answers, session } = yield* reserved
      yield* answers(select(0))
      const late = statement("SELECT 'late' AS it", [])
      const named = statement(
        "SELECT count(*)::int AS many FROM pg_prepared_statements WHERE statement LIKE '%''late''%'",
        [],
        false
      )
      const forget = session.submit([late, late], () => assert.fail("it was sent"))
      forget()
      yield* answers(late)
      yield* answers(late)
      assert.deepStrictEqual(rowsOf((yield* answers(named)).outcomes[0])!.rows, [{ many: 1 }])
    })
  )

  it.effect("fail all if one cannot be sent, or if the connection is lost", () =>
    Effect.gen(function* () {
      const { answers } = yield* reserved
      const unfit = statement("SELECT $1", [Symbol("unfit")])
      const { outcomes } = yield* answers(select(1), unfit, select(2))
      assert.deepStrictEqual(outcomes.map(Exit.isFailure), [true, true, true])
      assert.include(reasonOf(outcomes[0]), "cannot be encoded")
      assert.deepStrictEqual(rowsOf((yield* answers(select(4))).outcomes[0])!.rows, [{ one: 4 }])
      const waiting = answers(
        select(1),
        statement("SELECT pg_terminate_backend(pg_backend_pid())", []),
        select(2)
      )
      assert.isTrue(Exit.isFailure((yield* waiting).outcomes[2]!))
      const dead = yield* answers(select(1), select(2))
      assert.deepStrictEqual(dead.outcomes.map(Exit.isFailure), [true, true])
    })
  )
})

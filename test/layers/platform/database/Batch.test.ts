import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import * as Batch from "../../../../layers/platform/database/Batch.ts"
import { type Asked, asked, type Driver, type Ended } from "../../../../layers/platform/database/Driver.ts"
import { inspect } from "node:util"
import { TestDatabase } from "../../../support/server/TestDatabase.ts"

interface Reserved {
  readonly connection: { readonly base: Driver }
}

interface Answered {
  readonly exits: ReadonlyArray<Ended>
  readonly isAborted: boolean
}

/** A connection of its own, as a transaction has it. */
const reserved = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const driver = ((yield* sql.reserve) as unknown as Reserved).connection.base
  yield* driver.owner.release(1)
  yield* Effect.addFinalizer(() => driver.owner.take(1))
  const answers = (...all: ReadonlyArray<Asked>) =>
    Effect.callback<Answered>((resume) => {
      Batch.submit(driver, all, (exits, isAborted) => resume(Effect.succeed({ exits, isAborted })))
    })
  return { driver, answers }
})

const select = (value: number, wantRows = true) => asked("SELECT $1::int AS one", [value], true, wantRows)

const begin = asked("BEGIN", [], false)

const broken = asked("SELECT 1 / $1::int", [0], true)

const rowsOf = (exit: Ended | undefined) =>
  exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined

const reasonOf = (exit: Ended | undefined) => inspect(exit, { depth: 12 })

/** How often a message of this type is in what the server sent. */
const countOf = (type: string, bytes: Buffer) => {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] === type.charCodeAt(0)) count += 1
  }
  return count
}

layer(TestDatabase.layer)("statements that are answered together", (it) => {
  it.effect("have one end, and each its rows, whether they were prepared before or not", () =>
    Effect.gen(function* () {
      const { answers, driver } = yield* reserved
      yield* answers(select(0))
      const heard: Array<Buffer> = []
      const hear = (chunk: Buffer) => void heard.push(Buffer.from(chunk))
      // Before the driver, which goes on with the test when it hears the end.
      driver.session.socket.prependListener("data", hear)
      for (const turn of [1, 2]) {
        const { exits, isAborted } = yield* answers(
          begin,
          select(turn),
          asked("SELECT $1::text AS other", ["é".repeat(40_000)], true),
          asked("", [], true),
          select(turn + 10, false),
          asked("COMMIT", [], true)
        )
        assert.strictEqual(exits.length, 6)
        assert.deepStrictEqual(rowsOf(exits[1])!.result.rows, [{ one: turn }])
        assert.deepStrictEqual(rowsOf(exits[2])!.result.rows, [{ other: "é".repeat(40_000) }])
        assert.strictEqual(rowsOf(exits[4])!.values[0]!.value("one"), turn + 10)
        assert.strictEqual(rowsOf(exits[5])!.result.command, "COMMIT")
        assert.isFalse(isAborted)
      }
      driver.session.socket.off("data", hear)
      assert.strictEqual(countOf("Z", Buffer.concat(heard)), 2)
    })
  )

  it.effect("are left out after one that fails, which says why, and the transaction is still open", () =>
    Effect.gen(function* () {
      const { answers } = yield* reserved
      const failing = yield* answers(begin, select(1), broken, select(2), asked("COMMIT", [], true))
      assert.deepStrictEqual(failing.exits.map(Exit.isSuccess), [true, true, false, false, false])
      assert.include(reasonOf(failing.exits[2]), "22012")
      assert.include(reasonOf(failing.exits[4]), "A statement before it failed")
      assert.isTrue(failing.isAborted)
      const after = yield* answers(asked("ROLLBACK", [], false), select(3))
      assert.deepStrictEqual(rowsOf(after.exits[1])!.result.rows, [{ one: 3 }])
      assert.isFalse(after.isAborted)
      // What was left out is prepared by the next that asks for it.
      const never = asked("SELECT 'never before' AS it", [], true)
      yield* answers(broken, never)
      for (const _ of [1, 2]) assert.lengthOf(rowsOf((yield* answers(never)).exits[0])!.result.rows, 1)
    })
  )

  it.effect("are not sent if nobody waits for them any more, and are prepared by the next", () =>
    Effect.gen(function* () {
      const { answers, driver } = yield* reserved
      yield* answers(select(0))
      const late = asked("SELECT 'late' AS it", [], true)
      const forget = Batch.submit(driver, [late, late], () => assert.fail("it was sent"))
      forget()
      yield* answers(late)
      yield* answers(late)
      const prepared = [...driver.prepared!.statements.entries()].find(([text]) => text.includes("late"))
      assert.isTrue((prepared![1] as unknown as { readonly ready: boolean }).ready)
    })
  )

  it.effect("fail all if one cannot be sent, or if the connection is lost", () =>
    Effect.gen(function* () {
      const { answers } = yield* reserved
      const unfit = asked("SELECT $1", [Symbol("unfit")], true)
      const { exits } = yield* answers(select(1), unfit, select(2))
      assert.deepStrictEqual(exits.map(Exit.isFailure), [true, true, true])
      assert.include(reasonOf(exits[0]), "cannot be encoded")
      assert.deepStrictEqual(rowsOf((yield* answers(select(4))).exits[0])!.result.rows, [{ one: 4 }])
      const waiting = answers(
        select(1),
        asked("SELECT pg_terminate_backend(pg_backend_pid())", [], true),
        select(2)
      )
      assert.isTrue(Exit.isFailure((yield* waiting).exits[2]!))
      const dead = yield* answers(select(1), select(2))
      assert.deepStrictEqual(dead.exits.map(Exit.isFailure), [true, true])
    })
  )
})

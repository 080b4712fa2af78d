import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as PostgresServer from "../../../layers/postgres/PostgresServer.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"

const full = 'PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device'

const log = `LOG:  starting PostgreSQL 18.4
FATAL:  password authentication failed for user "x"
${full}
FATAL:  the database system is not yet accepting connections
FATAL:  the database system is in recovery mode
`

/** A fake server that prints this and exits. */
const says = (text: string) => `#!/bin/sh\ncat <<'END'\n${text}\nEND\nexit 1\n`

describe("a server that ends", () => {
  it("reports its reason, and not its answers to clients in the meantime", () => {
    assert.strictEqual(PostgresServer.reasonIn(log), full)
    assert.strictEqual(
      PostgresServer.reasonIn("FATAL:  the database system is starting up\n"),
      "no reason was logged"
    )
  })

  it.live("keeps its reason readable, however often it is started again", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "postgres")
      mkdirSync(directory)
      const postgres = join(directory, "postgres.sh")
      const osUser = { uid: undefined, gid: undefined, launcher: [] }
      const binaries = { initdb: "", postgres }
      const site = { directory, log: `${directory}.log`, binaries, osUser, durable: true }
      const attempt = (text: string) => {
        writeFileSync(postgres, says(text), { mode: 0o755 })
        return Effect.flip(PostgresServer.adoptOrStart(site, 1))
      }
      assert.include((yield* attempt(log)).message, "No space left on device")
      const later = yield* attempt("FATAL:  the database system is starting up")
      assert.include(later.message, "no reason was logged")
      yield* attempt("FATAL:  the database system is starting up")
      assert.include(readFileSync(site.log, "utf8"), "No space left on device")
      assert.strictEqual(yield* PostgresServer.causeOfDeath(site), full)
    }).pipe(Effect.provide(NodeFileSystem.layer), Effect.scoped)
  )
})

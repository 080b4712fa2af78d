import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { backup, namesIn } from "../../support/server/Backup.ts"
import * as Process from "../../support/server/Process.ts"
import { temporaryDirectory } from "../../support/server/TestServer.ts"
import { sender } from "../../support/server/TestService.ts"

const patience = 180_000

describe("backups of the embedded server", () => {
  it.live(
    "restore on another machine what was acknowledged before they began, with files, key and audit log",
    () =>
      Effect.gen(function* () {
        const root = yield* temporaryDirectory
        const [dataDir, place, other] = ["data", "the backups", "other machine"].map((name) =>
          join(root, name)
        ) as [string, string, string]
        const service = yield* Process.start({ DATA_DIR: dataDir, DEMO: "true" })
        const send = sender(service.url, service.token)
        const { body: boards } = yield* Effect.promise(() => send("GET", "/v1/boards"))
        const boardId = boards.data[0].id
        const create = (name: string) => send("POST", "/v1/deals", { boardId, name, amountCents: 100 })
        const before = yield* Effect.promise(() =>
          Promise.all(Array.from({ length: 20 }, (_, n) => create(`before ${n}`)))
        )
        assert.isTrue(before.every(({ status }) => status === 201))

        // Writes go on meanwhile.
        let isOver = false
        const writing = yield* Effect.forkChild(
          Effect.promise(async () => {
            for (let n = 0; !isOver; n++) await create(`meanwhile ${n}`)
          })
        )
        const made = yield* backup({ DATA_DIR: dataDir }, "create", "--to", place)
        isOver = true
        yield* Fiber.join(writing)
        assert.deepStrictEqual(namesIn(place), [made.name])
        yield* service.kill("SIGTERM")
        yield* service.exit
        rmSync(dataDir, { recursive: true })

        const file = join(place, made.name)
        const { next } = yield* backup({}, "restore", file, "--data-dir", other)
        assert.strictEqual(
          next,
          `Start the service with DATA_DIR=${other}: it brings the schema up to its version.`
        )
        const again = yield* Process.start({ DATA_DIR: other })
        const names = new Set<string>()
        for (let cursor = ""; ;) {
          const { body } = yield* Effect.promise(() =>
            sender(again.url, service.token)(
              "GET",
              `/v1/deals?limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`
            )
          )
          for (const { name } of body.data) names.add(name)
          if (body.nextCursor === null) break
          cursor = body.nextCursor
        }
        for (let n = 0; n < 20; n++) assert.isTrue(names.has(`before ${n}`))

        const refused = yield* Effect.flip(backup({}, "restore", file, "--data-dir", other))
        assert.strictEqual(refused.code, "data_dir_in_use")
        yield* again.kill("SIGTERM")
        yield* again.exit
        const full = yield* Effect.flip(backup({}, "restore", file, "--data-dir", other))
        assert.match(full.message, /is not empty: it contains encryption\.key, postgres/u)
        const { movedAside } = yield* backup({}, "restore", file, "--data-dir", other, "--replace")
        assert.deepStrictEqual(namesIn(movedAside), ["encryption.key", "postgres"])
      }),
    patience
  )
})

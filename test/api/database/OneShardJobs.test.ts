import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as App from "../../../src/service/App.ts"
import * as JobCommands from "../../../src/jobs/JobCommands.ts"
import { jobs } from "../../../src/jobs/Jobs.ts"
import { routed } from "../../../src/Registry.ts"
import { as } from "../../support/server/Contract.ts"
import { severalOf } from "../../support/database/Counted.ts"
import * as Requests from "../../support/server/Requests.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Jobs that ask several shards. */
const across = {
  "rotate-partitions":
    "whether the default partition has rows of a new span, or old ones, is asked for all workspaces at once",
  "expire-tokens": "sessions and what apps were given are spread by the hash of their secret"
}

/** The test clock starts in 1970: by then all that was made is old. */
const later = "1972-06-15T12:00:00.000Z"

layer(TestService.layer({}, { serving: App.served }))("every job on a cluster", (it) => {
  it.effect.skipIf(inject("testServer").workers === undefined)(
    "asks one shard at a time, as Citus counts",
    () =>
      Effect.gen(function* () {
        const service = yield* TestService
        for (const { apiKey } of [yield* service.workspace(), yield* service.workspace()])
          yield* Requests.fixtures(yield* as(apiKey.token), routed)
        const found: Array<string> = []
        for (const { name } of jobs) {
          const several = yield* severalOf(JobCommands.run(name, later))
          if (several > 0) found.push(name)
        }
        assert.sameMembers(found, Object.keys(across))
      }),
    600_000
  )
})

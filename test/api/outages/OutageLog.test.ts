import { assert } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { contract, created, refused, workspace } from "../../support/server/Contract.ts"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { eventually } from "../../support/fakes/Receiver.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

let proxy: Proxy

const proxied = TestDatabase.layerAt((url) =>
  Effect.gen(function* () {
    const address = new URL(url)
    proxy = yield* makeProxy(address.hostname, Number(address.port))
    address.hostname = "127.0.0.1"
    address.port = String(proxy.port)
    return address.toString()
  })
)

const lines: Array<string> = []
const line = Logger.make((options) => void lines.push(Logger.formatLogFmt.log(options)))

contract(
  "the log of an outage",
  (it) => {
    it.effect("has a line at its start and one at its end, however many requests failed", () =>
      Effect.gen(function* () {
        const { board, get, post } = yield* workspace()
        const body = { boardId: board.id, name: "A" }
        lines.length = 0
        proxy.cut()
        for (let count = 0; count < 100; count++) yield* refused(get("/v1/deals"), 503, "unavailable")
        proxy.restore()
        // Other background failures may end before the requests do.
        const ofRequests = () => lines.filter((said) => said.includes("Requests are answered 503"))
        yield* eventually(() => ofRequests().find((said) => said.includes("over after")), 20)
        yield* created(post("/v1/deals", body))
        const ours = ofRequests()
        assert.lengthOf(ours, 2, lines.join("\n"))
        assert.match(ours[0]!, /the database is unavailable/u)
        assert.match(ours[1]!, /over after \d+ s, \d{3} times/u)
        // Each background loop logs its failure and its recovery.
        assert.isBelow(lines.join("\n").length, 6_000, lines.join("\n"))
        assert.notMatch(lines.join("\n"), /\n\s+at |node_modules/u, lines.join("\n"))
      })
    )
  },
  {},
  { database: proxied, logs: Logger.layer([line]) }
)

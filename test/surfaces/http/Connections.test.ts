import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { connect } from "node:net"
import { contract, created, workspace } from "../../support/server/Contract.ts"
import { TestService } from "../../support/server/TestService.ts"

const connected = (url: string) => {
  const { hostname, port } = new URL(url)
  return connect({ host: hostname, port: Number(port) })
}

/** The statuses heard on one connection; `then` is sent once the first answer begins. */
const said = (url: string, first: string, then = "") =>
  Effect.promise(
    () =>
      new Promise<ReadonlyArray<string>>((done) => {
        const socket = connected(url)
        let heard = ""
        socket.write(first)
        socket.once("data", () => socket.write(then))
        socket.on("data", (chunk) => (heard += chunk.toString()))
        socket.on("close", () =>
          done([...heard.matchAll(/HTTP\/1\.1 (\d{3})/gu)].map(([, status]) => status!))
        )
      })
  )

contract("connections that calls come straight from", (it) => {
  it.effect("leaves a connection in order after a body that nobody read", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const body = "a".repeat(60_000)
      const head = "HTTP/1.1\r\nHost: x\r\n"
      const statuses = yield* said(
        url,
        `POST /v1/deals ${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
        `${body.slice(20)}GET /v1/nothing ${head}Connection: close\r\n\r\n`
      )
      assert.deepStrictEqual(statuses, ["401", "404"])
    })
  )

  for (const [version, header] of [
    ["1.1", "Connection: close\r\n"],
    ["1.0", ""]
  ] as const)
    it.effect(`lets its answer through before the connection ends upon such a body, by HTTP/${version}`, () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const socket = connected(url)
        const [wait, heard] = [100, { text: "" }]
        const length = 60_000
        socket.pause().on("error", () => undefined)
        socket.on("data", (chunk) => (heard.text += chunk.toString()))
        socket.write(
          `POST /v1/deals HTTP/${version}\r\nHost: x\r\n${header}Content-Length: ${length}\r\n\r\n`
        )
        // It goes on sending before it reads.
        for (const part of [length / 2, length / 2]) {
          yield* Effect.sleep(wait)
          socket.write("a".repeat(part))
        }
        yield* Effect.sleep(wait)
        socket.resume()
        yield* Effect.promise(() => new Promise((done) => socket.on("close", done)))
        assert.match(heard.text, /^HTTP\/1\.1 401 /u)
      })
    )

  it.effect("does what a client asked for that went away, as the router does", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const sql = yield* SqlClient.SqlClient
      const { apiKey, board, get, post } = yield* workspace()
      for (const trace of ["", "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00\r\n"]) {
        const deal = yield* created(post("/v1/deals", { boardId: board.id, name: "Before" }))
        const body = JSON.stringify({ name: "After" })
        const head = `HTTP/1.1\r\nHost: x\r\n${trace}Authorization: Bearer ${apiKey.token}\r\n`
        const waiting = sql`SELECT FROM pg_locks WHERE NOT granted AND pid IN
            (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
        const held = Effect.gen(function* () {
          yield* sql`SELECT FROM deals WHERE id = ${deal.id} FOR UPDATE`
          const socket = connected(url)
          socket.write(
            `PATCH /v1/deals/${deal.id} ${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
          )
          while ((yield* waiting).length === 0) yield* Effect.sleep("10 millis")
          socket.destroy()
          yield* Effect.sleep("200 millis")
        })
        yield* sql.withTransaction(held)
        const isDone = Effect.map(get(`/v1/deals/${deal.id}`), (answer) => answer.body.name === "After")
        while (!(yield* isDone)) yield* Effect.sleep("20 millis")
      }
    })
  )

  it.effect("answers several requests of one connection in their order", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { apiKey } = yield* workspace()
      const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey.token}\r\n`
      const statuses = yield* said(
        url,
        `GET /v1/me ${head}\r\nGET /v1/nothing ${head}\r\nGET /v1/deals ${head}Connection: close\r\n\r\n`
      )
      assert.deepStrictEqual(statuses, ["200", "404", "200"])
    })
  )
})

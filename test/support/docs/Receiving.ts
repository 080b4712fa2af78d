/** A receiver of webhooks as the documentation has it: started, told of two events, and ended by Ctrl-C. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { vi } from "vitest"
import { type Client, TestService } from "../server/TestService.ts"

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

interface Program {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const play = async ({ args, command, cwd, env }: Program, { board, send }: Client) => {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  child.stdout.on("data", (chunk) => (said += chunk))
  child.stderr.on("data", (chunk) => (said += chunk))
  const ended = new Promise<number | null>((done) => child.once("close", done))
  const hears = (line: string) =>
    vi.waitFor(() => assert.include(said, line), { timeout: 60_000, interval: 50 })
  try {
    await hears("verified webhook.test")
    await send("POST", "/v1/deals", { boardId: board.id, name: "Fleet" })
    await hears("verified deal.created")
    child.kill("SIGINT")
    assert.strictEqual(await ended, 0, said)
  } finally {
    child.kill("SIGKILL")
  }
  assert.deepStrictEqual(said.trim().split("\n"), ["verified webhook.test", "verified deal.created"])
  assert.deepStrictEqual((await send("GET", "/v1/webhooks")).body.data, [])
}

/** `program` gets the code of the page, with a free port in place of 4000. */
export const receives = Effect.fnUntraced(function* (code: string, program: (code: string) => Program) {
  const service = yield* TestService
  const client = yield* service.workspace()
  const own = code.replaceAll("4000", String(yield* Effect.promise(freePort)))
  const { env, ...rest } = program(own)
  const reached = { ...env, SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: client.apiKey.token }
  yield* Effect.promise(() => play({ ...rest, env: reached }, client))
})

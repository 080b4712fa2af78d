/** Runs the official conformance suite against a test build of /mcp. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as App from "../../../src/service/App.ts"
import * as Middleware from "../../../src/surfaces/http/Middleware.ts"
import * as Mcp from "../../../src/surfaces/Mcp.ts"
import { extension } from "./McpFixtures.ts"
import { TestService } from "../server/TestService.ts"

/** The service with the suite's fixtures on /mcp. */
export const layer = TestService.layer(
  {},
  {
    serving: HttpRouter.serve(
      Layer.merge(
        Mcp.make(extension),
        Middleware.layer(Mcp.routes.map((route) => ({ ...route, surface: "mcp" })))
      ),
      {
        disableLogger: true,
        disableListenLog: true
      }
    ) as unknown as typeof App.serving
  }
)

/** A loopback proxy that adds the credential: the suite has no option for one. */
export const proxy = (url: string, token: string) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly url: string; readonly close: () => void }>((resolve) => {
          const server = createServer((incoming, outgoing) => {
            const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
            const forwarded = request(url + incoming.url, { method: incoming.method!, headers }, (answer) => {
              outgoing.writeHead(answer.statusCode!, answer.headers)
              answer.pipe(outgoing)
            })
            forwarded.on("error", () => outgoing.destroy())
            outgoing.on("close", () => forwarded.destroy())
            incoming.pipe(forwarded)
          })
          server.listen(0, "127.0.0.1", () =>
            resolve({
              url: `http://localhost:${(server.address() as AddressInfo).port}`,
              close: () => {
                server.closeAllConnections()
                server.close()
              }
            })
          )
        })
    ),
    ({ close }) => Effect.sync(close)
  )

export interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Runs the suite and returns the checks of each scenario. `heard` receives its output. */
const runWith = (
  suite: "@modelcontextprotocol/conformance" | "conformance-2025",
  args: ReadonlyArray<string>,
  heard: (printed: string) => void = () => {}
): Promise<Record<string, ReadonlyArray<Check>>> =>
  new Promise((resolve) => {
    const out = mkdtempSync(join(tmpdir(), "conformance-"))
    const entry = join("node_modules", suite, "dist", "index.js")
    const child = execFile(process.execPath, [entry, ...args, "-o", out], { maxBuffer: 2 ** 26 }, () => {
      const scenarios = readdirSync(out, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith("checks.json"))
        .map((file) => {
          const name = /(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T/u.exec(file)?.[1] ?? file
          return [name, JSON.parse(readFileSync(join(out, file), "utf8"))] as const
        })
      rmSync(out, { recursive: true })
      resolve(Object.fromEntries(scenarios))
    })
    child.stdout?.on("data", (chunk) => heard(String(chunk)))
  })

/** Runs the scenarios for servers. */
export const run = (suite: Parameters<typeof runWith>[0], ...args: ReadonlyArray<string>) =>
  runWith(suite, ["server", ...args])

/** Runs the scenarios for authorization servers; `visit` opens an address in a person's browser. */
export const runAuthorization = (args: ReadonlyArray<string>, visit: (url: string) => Promise<unknown>) => {
  let printed = ""
  let asked = false
  return runWith("@modelcontextprotocol/conformance", ["authorization", ...args], (chunk) => {
    printed += chunk
    const [, url] = /^(http\S+\/oauth\/authorize\?\S+)\n/mu.exec(printed) ?? []
    if (url === undefined || asked) return
    asked = true
    void visit(url)
  })
}

/** Scenarios with a failed check, and its message. */
export const failures = (scenarios: Record<string, ReadonlyArray<Check>>) =>
  Object.fromEntries(
    Object.entries(scenarios)
      .map(([name, checks]) => [
        name,
        checks
          .filter((check) => check.status === "FAILURE")
          .map((check) => `${check.id}: ${check.errorMessage ?? ""}`)
      ])
      .filter(([, failed]) => failed!.length > 0)
  )

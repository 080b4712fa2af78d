/** The proxies' files that we ship, in front of a service, in the programs themselves where these are installed. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { connect as connectPlain, createServer, type AddressInfo } from "node:net"
import { delimiter, join, resolve } from "node:path"
import { connect as connectTls } from "node:tls"
import { temporaryDirectory } from "../support/server/TestServer.ts"
import { TestService } from "../support/server/TestService.ts"

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

const programOf = (name: string) => folders.map((folder) => join(folder, name)).find(existsSync)

interface Place {
  readonly directory: string
  readonly port: number
  /** Host and port of the service. */
  readonly upstream: string
}

/** A replacement that has to find what it replaces: the file may have changed. */
const replace = (text: string, from: string | RegExp, to: string) => {
  const replaced = text.replace(from, to)
  assert.notStrictEqual(replaced, text, String(from))
  return replaced
}

const nginx = (text: string, { directory, port, upstream }: Place) => {
  const tls = resolve("test/support/tls")
  const here = [
    ["127.0.0.1:3000", upstream],
    [/^ *listen (?:\[::\]:)?80;\n/gmu, ""],
    ["listen [::]:443 ssl http2;", ""],
    ["listen 443", `listen 127.0.0.1:${port}`],
    // The server that only redirects needs a port of its own.
    ["server_name crm.example;\n  return", `listen unix:${directory}/http;\n  return`],
    ["/etc/ssl/crm.example.pem", `${tls}/certificate.pem`],
    ["/etc/ssl/private/crm.example.key", `${tls}/key.pem`]
  ] as const
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${directory}/${name};`
  )
  const server = here.reduce((before, [from, to]) => replace(before, from, to), text)
  return `pid ${directory}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${server}}\n`
}

const haproxy = (text: string, { port, upstream }: Place) =>
  replace(
    replace(text, "bind :8080", `bind 127.0.0.1:${port}`),
    /(^ +server .*\n)+/mu,
    `  server a ${upstream} check\n`
  )

/** With a certificate of its own, as for any address that is no public name. */
const caddy = (text: string) =>
  `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${text}`

const proxies = [
  {
    name: "nginx",
    file: "nginx.conf",
    written: nginx,
    args: (file: string) => ["-e", "stderr", "-c", file, "-g", "daemon off;"]
  },
  { name: "haproxy", file: "haproxy.cfg", written: haproxy, args: (file: string) => ["-db", "-f", file] },
  ...["Caddyfile", "Caddyfile.nodes"].map((file) => ({
    name: "caddy",
    file,
    written: caddy,
    args: (path: string) => ["run", "--adapter", "caddyfile", "--config", path]
  }))
]

const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** Sends a request line as it is, and resolves to the whole answer. */
const send = (
  { isTls, port }: { readonly isTls: boolean; readonly port: number },
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = ""
) =>
  Effect.tryPromise(
    () =>
      new Promise<string>((done, fail) => {
        const socket = isTls
          ? connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false })
          : connectPlain({ host: "127.0.0.1", port })
        const lines = Object.entries({
          host: `127.0.0.1:${port}`,
          "content-length": String(body.length),
          connection: "close",
          ...headers
        })
        const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")
        let answer = ""
        socket.on("data", (chunk) => (answer += chunk.toString()))
        socket.on("error", fail)
        socket.on("close", () => done(answer))
        socket.write(`${body === "" ? "GET" : "POST"} ${target} HTTP/1.1\r\n${head}\r\n${body}`)
      })
  )

const statusOf = (answer: string) => Number(answer.split(" ")[1])

const spellings = [
  ...["/metrics", "/metrics/", "/metrics;x", "/metrics?x=1", "/%6detrics", "/metric%73", "//metrics"],
  ...["/./metrics", "/v1/../metrics", "/metrics%2f", "/metrics%00", "/metrics/../metrics"]
]

layer(TestService.layer({ TRUST_PROXY: "1" }), { excludeTestServices: true })("a proxy", (it) => {
  for (const { args, file, name, written } of proxies) {
    const program = programOf(name)
    it.effect.skipIf(program === undefined)(
      `with ${file} keeps metrics inside, and passes everything else`,
      () =>
        Effect.gen(function* () {
          const { url, workspace } = yield* TestService
          const { apiKey } = yield* workspace()
          const service = { isTls: false, port: Number(new URL(url).port) }
          const place = {
            directory: yield* temporaryDirectory,
            port: yield* freePort,
            upstream: `127.0.0.1:${service.port}`
          }
          const path = join(place.directory, file)
          writeFileSync(path, written(readFileSync(join("deploy/proxy", file), "utf8"), place))
          const environment = {
            ...{ HOME: place.directory, XDG_DATA_HOME: place.directory, XDG_CONFIG_HOME: place.directory },
            ...{
              SITE: `https://127.0.0.1:${place.port}`,
              UPSTREAM: place.upstream,
              UPSTREAMS: place.upstream
            }
          }
          let said = ""
          yield* Effect.acquireRelease(
            Effect.sync(() => {
              const child = spawn(program!, args(path), {
                env: environment,
                stdio: ["ignore", "ignore", "pipe"]
              })
              child.stderr.on("data", (chunk) => (said += String(chunk)))
              return child
            }),
            (child) =>
              Effect.promise(
                () =>
                  new Promise<void>((done) => {
                    if (child.exitCode !== null) return done()
                    child.once("close", () => done())
                    child.kill("SIGTERM")
                  })
              )
          )
          const through = { isTls: name !== "haproxy", port: place.port }
          const ready = Effect.flatMap(send(through, "/healthz"), (answer) =>
            statusOf(answer) === 200 ? Effect.void : Effect.fail(answer)
          )
          yield* ready.pipe(
            Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 200 }),
            Effect.mapError((error) => new Error(`${String(error)}\n${said}`))
          )
          const direct = yield* send(service, "/metrics")
          assert.include(direct, "build_info")
          for (const target of [...spellings, `http://127.0.0.1:${place.port}/metrics`]) {
            const answer = yield* send(through, target)
            assert.include([400, 404], statusOf(answer), target)
            assert.notInclude(answer, "build_info", target)
          }
          const authorization = `Bearer ${apiKey.token}`
          assert.strictEqual(statusOf(yield* send(through, "/v1/me", { authorization })), 200)
          const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
          const mcp = {
            authorization,
            "content-type": "application/json",
            accept: "application/json, text/event-stream"
          }
          const foreign = { ...mcp, origin: "https://evil.example" }
          assert.strictEqual(statusOf(yield* send(through, "/mcp", foreign, list)), 403)
          for (const target of ["/%6dcp", "/mcp;x", "/mcp/"])
            assert.strictEqual(statusOf(yield* send(through, target, foreign, list)), 404, target)
        })
    )
  }
})

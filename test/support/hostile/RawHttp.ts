/** HTTP as raw bytes on a socket, for requests that a real client would never send. */
import { Effect } from "effect"
import { connect } from "node:net"
import type { Answer } from "../server/TestService.ts"

const patience = 5000

const parse = (text: string): Answer => {
  const [head = "", ...rest] = text.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const headers = new Headers(lines.map((line) => line.split(/:\s*/u, 2) as [string, string]))
  const body = rest.join("\r\n\r\n")
  const json = headers.get("content-type")?.startsWith("application/json") === true && body !== ""
  return {
    status: Number(first.split(" ")[1] ?? 0),
    headers,
    text: body,
    body: json ? JSON.parse(body) : undefined
  }
}

/** Writes the chunks in turn, and reads until the server closes. */
export const raw = (url: string, ...chunks: ReadonlyArray<string | Buffer>) =>
  Effect.callback<Answer>((resume) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let received = ""
    const timer = setTimeout(() => socket.destroy(new Error(`no end after: ${received}`)), patience)
    socket.on("data", (chunk) => (received += chunk.toString()))
    socket.on("error", (error) => {
      if (received === "") resume(Effect.die(error))
    })
    socket.on("close", () => {
      clearTimeout(timer)
      resume(Effect.sync(() => parse(received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/u, ""))))
    })
    for (const chunk of chunks) socket.write(chunk)
    return Effect.sync(() => socket.destroy())
  })

/** A request head, closed after its answer. */
export const head = (line: string, ...headers: ReadonlyArray<string>) =>
  [`${line} HTTP/1.1`, "Host: test", "Connection: close", ...headers, "", ""].join("\r\n")

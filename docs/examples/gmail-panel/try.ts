/** Serves a page that stands in for Gmail, with the panel beside it, so that both are tried without installing an extension. */
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename, extname, join } from "node:path"

/** One line instead of a stack trace: what ends up here is a setting to mend. */
process.on("uncaughtException", ({ message }) => {
  console.error(message)
  process.exit(1)
})

const [, , port = "4200"] = process.argv

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript"
}

const server = createServer((request, response) => {
  const name = basename(new URL(request.url ?? "/", "http://mail").pathname) || "stand-in.html"
  const file = join(import.meta.dirname, name)
  const type = types[extname(name)]
  if (type === undefined || !existsSync(file))
    return void response.writeHead(404).end("There is no such page.")
  // In the panel, too, something has to stand in for the browser's functions.
  const text = readFileSync(file, "utf8").replace(
    '<script type="module" src="panel.js">',
    '<script src="stand-in.js"></script>$&'
  )
  response.writeHead(200, { "content-type": type }).end(text)
})

server.listen(Number(port), "localhost", () => {
  const address = server.address()
  if (typeof address !== "object" || address === null) return
  const url = `http://localhost:${address.port}`
  console.log(`The mail page is at ${url}/ (start the service with EMBED_FRAME_ANCESTORS=${url})`)
})

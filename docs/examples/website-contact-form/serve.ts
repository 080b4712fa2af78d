/** Serves the page on this machine, as your website does, with the address of your form in it. */
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename, extname, join } from "node:path"

/** One line instead of a stack trace: what ends up here is a setting to mend. */
process.on("uncaughtException", ({ message }) => {
  console.error(message)
  process.exit(1)
})

const [, , form = "", port = "8080"] = process.argv
if (!/^https?:\/\/[^/]+\/f\/\w+/u.test(form)) {
  console.error("Name the form's address: node serve.ts http://127.0.0.1:3000/f/<token>")
  process.exit(2)
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript"
}

const server = createServer((request, response) => {
  const name = basename(new URL(request.url ?? "/", "http://site").pathname) || "index.html"
  const file = join(import.meta.dirname, name)
  const type = types[extname(name)]
  if (type === undefined || !existsSync(file))
    return void response.writeHead(404).end("There is no such page.")
  const text = readFileSync(file, "utf8")
    .replace("https://sales.example/f/TOKEN", form)
    .replace("https://www.example.com", `http://${request.headers.host}`)
  response.writeHead(200, { "content-type": type }).end(text)
})

server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object")
    console.log(`The page is at http://127.0.0.1:${address?.port}/?utm_source=example`)
})

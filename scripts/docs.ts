/**
 * Writes the documentation to a folder for any web server: npm run docs -- <folder> [address of the service]. The pages are those at /docs,
 * without the forms that send requests.
 */
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { work } from "../layers/settings/WorkSettings.ts"
import * as LlmsFull from "../src/surfaces/agents/LlmsFull.ts"
import * as Contents from "../src/surfaces/docs/Contents.ts"
import * as Description from "../src/surfaces/docs/Description.ts"
import * as DocsSite from "../src/surfaces/docs/DocsSite.ts"
import * as OpenApi from "../src/surfaces/openapi/OpenApi.ts"
import * as Postman from "../src/surfaces/openapi/Postman.ts"
import * as Assets from "../src/surfaces/web/Assets.ts"

const [folder, base = "https://crm.example"] = process.argv.slice(2)

const build = (root: string) => {
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const description = Description.of(base)
  const rates = Object.fromEntries(Object.entries(work).map(([name, { shown }]) => [name, shown]))
  const { index, pages } = DocsSite.make({ description, rates, live: false })
  for (const [path, page] of pages) write(join(path, "index.html"), page())
  for (const file of Contents.pictures()) write(join("docs", file), Contents.text(file))
  for (const { body, path } of Assets.all) write(path, body)
  write("docs/search.json", JSON.stringify(Effect.runSync(index)))
  write("openapi.json", JSON.stringify(OpenApi.make(base)))
  write("postman.json", JSON.stringify(Postman.make(description)))
  write("llms-full.txt", LlmsFull.make(description))
  console.log(`${pages.size} pages are in ${root}; serve that folder as the root of a site.`)
}

if (folder === undefined || !/^https?:\/\/[^/]+$/u.test(base)) {
  console.error("usage: npm run docs -- <folder> [address of the service, such as https://crm.example]")
  process.exitCode = 1
} else build(resolve(folder))

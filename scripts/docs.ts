/**
 * Writes the documentation to a folder, for any web server: npm run docs -- <folder> [address of the service].
 * The pages are those that the service serves at /docs, without the forms that send requests to it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { work } from "../layers/platform/settings/Work.ts"
import * as LlmsFull from "../src/surfaces/agents/LlmsFull.ts"
import type { Description } from "../src/surfaces/docs/Description.ts"
import * as Index from "../src/surfaces/docs/Index.ts"
import * as Site from "../src/surfaces/docs/Site.ts"
import * as OpenApi from "../src/surfaces/openapi/OpenApi.ts"
import * as Postman from "../src/surfaces/openapi/Postman.ts"
import * as Assets from "../src/surfaces/pages/platform/Assets.ts"

const [folder, base = "https://crm.example"] = process.argv.slice(2)

const write = (path: string, content: string | Uint8Array) => {
  const file = join(resolve(folder!), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const rates = {
  rateLimitPerKey: Number(work.rateLimitPerKey.shown),
  rateLimitPerWorkspace: Number(work.rateLimitPerWorkspace.shown),
  rateLimitPerAddress: Number(work.rateLimitPerAddress.shown)
}

const pictures = fileURLToPath(new URL("../docs/pictures", import.meta.url))

const build = async () => {
  const description = OpenApi.whole(base) as unknown as Description
  const { pages, row } = Site.make({ description, rates, live: false })
  for (const [path, page] of pages) write(join(path, "index.html"), page())
  write("docs/search.json", JSON.stringify(await Index.make(row)))
  for (const name of readdirSync(pictures))
    write(join("docs/pictures", name), readFileSync(join(pictures, name)))
  for (const { body, path } of Assets.all) write(path, body)
  write("openapi.json", JSON.stringify(OpenApi.make(base)))
  write("postman.json", JSON.stringify(Postman.make(description)))
  write("llms-full.txt", LlmsFull.make(description))
  console.log(`${pages.size} pages are in ${resolve(folder!)}; serve that folder as the root of a site.`)
}

if (folder === undefined || !/^https?:\/\/[^/]+$/u.test(base)) {
  console.error("usage: npm run docs -- <folder> [address of the service, such as https://crm.example]")
  process.exitCode = 1
} else await build()

/** Generates openapi.json and tools.json, which are committed. With --check, compares instead of writing. */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { toolList } from "../src/surfaces/mcp/Definitions.ts"
import * as OpenApi from "../src/surfaces/openapi/OpenApi.ts"

const generated: Record<string, () => unknown> = {
  "openapi.json": () => OpenApi.make("http://127.0.0.1:3000"),
  "tools.json": toolList
}

const check = process.argv.includes("--check")

for (const [name, make] of Object.entries(generated)) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
  const text = `${JSON.stringify(make(), null, 2)}\n`
  if (!check) writeFileSync(path, text)
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`${name} is out of date: run npm run generate`)
    process.exitCode = 1
  }
}

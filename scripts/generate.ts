/**
 * Generates openapi.json, tools.json, what the TypeScript client knows of the contract, the tables of docs/settings.md and the chart's list of
 * what its own settings are: all are committed.
 * With --check, compares instead of writing.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { toolList } from "../src/surfaces/mcp/Definitions.ts"
import * as OpenApi from "../src/surfaces/openapi/OpenApi.ts"
import * as Client from "./client/Client.ts"
import * as Python from "./client/python/Python.ts"
import * as Settings from "./settings.ts"

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** What each file should contain, given what it does. */
const generated: Record<string, (old: string) => string> = {
  "openapi.json": () => json(OpenApi.make("http://127.0.0.1:3000")),
  "tools.json": () => json(toolList()),
  "client/typescript/src/generated/Types.ts": Client.types,
  "client/typescript/src/generated/Operations.ts": Client.table,
  ...Python.generated,
  "docs/settings.md": Settings.page,
  "deploy/helm/sales-pipeline/values.schema.json": (old) => json(Settings.chart(JSON.parse(old)))
}

const check = process.argv.includes("--check")

for (const [name, make] of Object.entries(generated)) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
  const old = readFileSync(path, "utf8")
  const text = make(old)
  if (!check) writeFileSync(path, text)
  else if (old !== text) {
    console.error(`${name} is out of date: run npm run generate`)
    process.exitCode = 1
  }
}

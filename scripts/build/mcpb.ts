/**
 * Packs the stdio server as an MCP bundle, which desktop clients install with one click: `npm run mcpb [-- FILE]`. The bundle holds a
 * single script without packages.
 */
import { Effect } from "effect"
import { zipSync } from "fflate"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import * as Icon from "../../src/surfaces/agents/Icon.ts"
import { cards } from "../../src/surfaces/mcp/Cards.ts"

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Cards without their pages, which are read from the service; bundled code would change their addresses. */
const cardLinks = Object.fromEntries(
  Object.entries(cards).map(([kind, { resource }]) => [kind, { resource }])
)

/** Modules replaced in the bundle. It describes tools and forwards calls, so it needs the operations' contract but not their code. */
const replaced: Readonly<Record<string, string>> = {
  [at("src/Registry.ts")]: `
    import { all } from ${JSON.stringify(at("src/contract/Api.ts"))}
    export const operations = all
    export const operationOf = (id) => all.find((one) => one.id === id)
  `,
  [at("src/invocation/Invoke.ts")]: `
    export const compile = () => undefined
    export const runnerOf = (operation) => ({ operation })
  `,
  [at("src/surfaces/mcp/Cards.ts")]: `
    export const cards = ${JSON.stringify(cardLinks)}
    export const isKind = (shows) => shows in cards
    export const contentsOf = () => undefined
    export const metaOf = (kind) => {
      const { uri } = cards[kind].resource
      return { ui: { resourceUri: uri }, "ui/resourceUri": uri }
    }
  `
}

/** The server as one script, without the image library, which only the service needs. */
const script = async (): Promise<string> => {
  const build = await rolldown({
    input: at("src/stdio.ts"),
    platform: "node",
    external: ["sharp"],
    plugins: [{ name: "replaced", load: (id) => replaced[id] }]
  })
  const { output } = await build.generate({ format: "esm", codeSplitting: false, minify: true })
  await build.close()
  return output[0].code
}

/** The files of the bundle, by path. */
const files = async (): Promise<Record<string, Uint8Array>> => ({
  "manifest.json": readFileSync(at("deploy/mcp/manifest.json")),
  "icon.png": await Effect.runPromise(Icon.png),
  LICENSE: readFileSync(at("LICENSE")),
  "server/index.mjs": Buffer.from(await script())
})

const [target = "sales-pipeline.mcpb"] = process.argv.slice(2)
// A fixed local time: a ZIP archive holds the time without its zone, and the same commit gives the same bytes.
const packed = zipSync(await files(), { level: 9, mtime: new Date(1985, 9, 26) })
writeFileSync(target, packed)
console.log(`${target}: ${Math.ceil(packed.length / 1024)} kB`)

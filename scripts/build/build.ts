/** Bundles the service into a few files (src/service/BuildCache.ts). Without them it runs from its sources and starts more slowly. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Plugin, rolldown } from "rolldown"
import * as BuildCache from "../../src/service/BuildCache.ts"
import { isOutside, lean, narrow, templates } from "./bundling.ts"

/** Files and threads next to a source are located from the source's address. */
const places: Plugin = {
  name: "places",
  transform: {
    filter: { code: "import.meta.url" },
    handler: (code, id) => code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
  }
}

const write = async (directory: string) => {
  const bundle = await rolldown({
    input: join(BuildCache.root, "src/service/Service.ts"),
    cwd: BuildCache.root,
    platform: "node",
    transform: { target: "esnext" },
    external: (id, _importer, isResolved) => !isResolved && isOutside(id),
    plugins: [lean, templates, places, narrow]
  })
  // Node knows the type of an `.mjs` module at once; for `.js` below node_modules it searches for a package.json.
  await bundle.write({
    dir: directory,
    format: "esm",
    comments: false,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs"
  })
  await bundle.close()
}

/** Running processes may still load parts of the previous build. */
const keptBuilds = 1

const removeOld = (folder: string) => {
  const builds = readdirSync(BuildCache.builds)
    .map((name) => join(BuildCache.builds, name))
    .filter((one) => one !== folder)
  const byAge = builds.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const old of byAge.slice(keptBuilds)) rmSync(old, { recursive: true, force: true })
}

const build = async () => {
  const folder = BuildCache.folder()
  const draft = `${folder}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    await write(draft)
    // Another process may have finished first.
    if (BuildCache.service() === undefined) renameSync(draft, folder)
    removeOld(folder)
  } catch (error) {
    process.stderr.write(
      `The service was not built, and runs from its sources: ${(error as Error).message}\n`
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

if (BuildCache.service() === undefined) await build()

/**
 * Builds `dist/` for the npm package: JavaScript, since Node doesn't run TypeScript below node_modules, and the files that sources read.
 * npm runs this before packing.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { type Plugin, rolldown } from "rolldown"
import { isOutside, lean, narrow, templates } from "./bundling.ts"
import * as Version from "../../layers/runtime/Version.ts"
import * as Library from "./library.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const dist = join(root, "dist")
const at = (path: string) => join(root, path)

/** Sources that run as separate programs or threads, found by their address. */
const programs = [
  "layers/backups/wal/fetchWal.ts",
  "layers/reports/images/DrawingThread.ts",
  "layers/intake/MailReaderThread.ts"
]

const nameOf = (path: string) => basename(path, ".ts")

/** Rewrites addresses for `dist`, where built files are next to each other: a built program, or a file next to a source. */
const places: Plugin = {
  name: "places",
  transform: {
    filter: { code: "import.meta.url" },
    handler: (code, id) => {
      const source = relative(root, id).split(sep).join("/")
      return code.replaceAll(
        /new URL\(\s*"([^"]+\.ts)",\s*import\.meta\.url\s*\)|import\.meta\.url/gu,
        (_, path: string | undefined) => {
          if (path === undefined) return `new URL("./${source}", import.meta.url).href`
          const meant = relative(root, join(dirname(id), path))
            .split(sep)
            .join("/")
          if (![...programs, "src/service/Service.ts"].includes(meant))
            throw new Error(`${source} starts ${meant}, which scripts/build/dist.ts does not build`)
          return `new URL("./${nameOf(meant)}.js", import.meta.url)`
        }
      )
    }
  }
}

/** The package contains a single build, and no sources to compare it with. */
const built: Plugin = {
  name: "built",
  load: (id) => (id === at("src/service/BuildCache.ts") ? "export const service = () => undefined" : null)
}

/** The package has no Git repository to read the version from. */
const versionStamp: Plugin = {
  name: "stamped",
  load: (id) =>
    id === at("layers/runtime/Version.ts")
      ? Object.entries(Version)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join("\n")
      : null
}

/** Messages name the commands of a clone; the package has other names for them. */
const commandNames: Plugin = {
  name: "told",
  transform: {
    filter: { code: /npm (?:run|start)/u },
    handler: (code) =>
      code
        .replaceAll(/npm run (?:-s )?(admin|cli|mcp)\b(?: --(?=[ "`]))?/gu, (_, name: string) =>
          name === "cli" ? "npx sales-pipeline" : `npx sales-pipeline ${name}`
        )
        .replaceAll(/npm start(?: --(?= ))?/gu, "npx sales-pipeline start")
  }
}

const bundle = async () => {
  const build = await rolldown({
    input: {
      cli: at("scripts/cli.ts"),
      ...Object.fromEntries(programs.map((path) => [nameOf(path), at(path)]))
    },
    cwd: root,
    platform: "node",
    transform: { target: "esnext" },
    external: (id, _importer, isResolved) => !isResolved && isOutside(id),
    plugins: [lean, templates, built, versionStamp, commandNames, places, narrow]
  })
  await build.write({
    dir: dist,
    format: "esm",
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js"
  })
  await build.close()
}

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** Static files and texts that are served; code is in the build. */
const staticFiles = [
  ...filesOf("{src,layers,schema}/**/*").filter((file) => !/\.(?:ts|json)$/u.test(file)),
  ...filesOf("docs/**/*.{md,svg}"),
  "docs/contents.json",
  "CHANGELOG.md"
]

rmSync(dist, { recursive: true, force: true })
await bundle()
const { exports } = JSON.parse(readFileSync(at("package.json"), "utf8"))
await Library.build(root, dist, exports, [versionStamp, commandNames, places])
for (const file of staticFiles) {
  mkdirSync(dirname(join(dist, file)), { recursive: true })
  cpSync(at(file), join(dist, file))
}
process.stderr.write(`dist/ holds version ${Version.build}.\n`)

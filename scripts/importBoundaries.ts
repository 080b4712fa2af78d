/**
 * Finds forbidden imports between importBoundaries, import cycles, and folders with too many files. Each room may import itself and the importBoundaries listed
 * for it (ARCHITECTURE.md).
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, normalize, sep } from "node:path"

/** The importBoundaries that operations and surfaces build on; they don't depend on particular operations. */
const below = [
  "schema",
  "src/contract",
  "src/rules",
  "layers",
  "src/input",
  "src/invocation",
  "src/Implementation",
  "src/Caller"
]

/** A file directly in `src` that isn't listed assembles the service, like `src/main`, and may import anything. */
const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  schema: [],
  "src/contract": ["schema"],
  "src/rules": ["schema"],
  layers: ["schema", "src/rules", "migrations", "package.json"],
  migrations: [],
  client: [],
  "client/effect": ["src/contract"],
  "src/input": ["schema", "src/rules"],
  "src/Implementation": below,
  "src/Caller": below,
  "src/invocation": below,
  "src/operations": below,
  "src/jobs": below,
  "src/Registry": [...below, "src/operations"],
  "src/invocation/Invoke": [...below, "src/Registry"],
  "src/surfaces": [...below, "src/Registry", "src/invocation/Invoke"]
}

/** The file that surfaces call; operations build on the rest of its folder. */
const invoke = join("src", "invocation", "Invoke.ts")

/** The parts of a feature, `src/<feature>/<part>`, with the room of each. Value types are rules that no feature owns. */
const parts: Readonly<Record<string, string>> = {
  contract: "src/contract",
  rules: "src/rules",
  operations: "src/operations",
  pages: "src/surfaces"
}

const roomOf = (file: string) => {
  if (file === invoke) return "src/invocation/Invoke"
  const [first = "", second = "", third = ""] = file.split(sep)
  if (first === "client" && file.endsWith(`${sep}effect.ts`)) return "client/effect"
  if (first !== "src") return first
  return second === "shared" ? "src/rules" : (parts[third] ?? `src/${second.replace(/\.ts$/u, "")}`)
}

const importsOf = (text: string) =>
  Array.from(text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu), ([, path = ""]) => path)

const targetsOf = (file: string) =>
  importsOf(readFileSync(file, "utf8")).map((path) => normalize(join(dirname(file), path)))

/** One line per forbidden import; tests and scripts may import anything. */
const forbidden = () =>
  globSync("{schema,layers,migrations,src,client/typescript/src}/**/*.ts").flatMap((file) => {
    const room = roomOf(file)
    const open = allowed[room]
    if (open === undefined) return []
    return targetsOf(file)
      .filter((target) => ![room, ...open].includes(roomOf(target)))
      .map((target) => `${file}: ${room} may not import ${target}`)
  })

const all = "{schema,layers,migrations,src,scripts,test}/**/*.ts"

/** One line per import cycle, including those of types; the client's generated types and their sources may refer to each other. */
const circles = () => {
  const found: Array<string> = []
  const done = new Set<string>()
  const visit = (file: string, path: ReadonlyArray<string>) => {
    if (path.includes(file))
      return void found.push(`circle: ${[...path.slice(path.indexOf(file)), file].join(" ")}`)
    if (done.has(file) || file.startsWith("client") || !existsSync(file)) return
    for (const target of targetsOf(file)) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of globSync(all)) visit(file, [])
  return found
}

const maxFiles = 20

/** Folders with alphabetical files, which nobody reads as a whole. */
const lists = [
  "schema",
  join("src", "surfaces", "web", "i18n", "de"),
  join("src", "surfaces", "web", "i18n", "en")
]

const overfull = () =>
  Object.entries(Object.groupBy(globSync(all.replace("*.ts", "*.{ts,css,js}")), dirname))
    .filter(([folder, files = []]) => files.length > maxFiles && !lists.includes(folder))
    .map(([folder]) => `${folder}: more than ${maxFiles} files`)

export const violations = () => [...forbidden(), ...circles(), ...overfull()]

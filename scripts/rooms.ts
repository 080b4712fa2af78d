/** Finds imports that go the wrong way: each room may import itself and the rooms listed for it (ARCHITECTURE.md). */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize, sep } from "node:path"

/** The rooms that operations and surfaces build on; they know no particular operation. */
const below = [
  "schema",
  "src/contract",
  "src/domain",
  "layers",
  "src/input",
  "src/invocation",
  "src/Implementation",
  "src/Caller"
]

/** A file of `src` that is not listed assembles the service, as `src/main` does: it may import anything. */
const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  schema: [],
  "src/contract": ["schema"],
  "src/domain": ["schema"],
  layers: ["schema", "src/domain", "migrations", "package.json"],
  migrations: [],
  client: [],
  "client/effect": ["src/contract"],
  "src/input": ["schema", "src/domain"],
  "src/Implementation": below,
  "src/Caller": below,
  "src/invocation": below,
  "src/operations": below,
  "src/jobs": below,
  "src/Registry": [...below, "src/operations"],
  "src/invocation/Invoke": [...below, "src/Registry"],
  "src/surfaces": [...below, "src/Registry", "src/invocation/Invoke"]
}

/** What surfaces call; the rest of its folder is what operations build on. */
const invoke = join("src", "invocation", "Invoke.ts")

/** Each folder of `src` is a room, and so is each file directly in it; the client's entry for Effect is one apart. */
const roomOf = (file: string) => {
  if (file === invoke) return "src/invocation/Invoke"
  const [first = "", second = ""] = file.split(sep)
  if (first === "client" && file.endsWith(`${sep}effect.ts`)) return "client/effect"
  return first === "src" ? `src/${second.replace(/\.ts$/u, "")}` : first
}

const importsOf = (text: string) =>
  Array.from(text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/gu), ([, path = ""]) => path)

/** One line for each forbidden import; tests and scripts may import anything. */
export const violations = () =>
  globSync("{schema,layers,migrations,src,client/typescript/src}/**/*.ts").flatMap((file) => {
    const room = roomOf(file)
    const open = allowed[room]
    if (open === undefined) return []
    return importsOf(readFileSync(file, "utf8"))
      .map((path) => normalize(join(dirname(file), path)))
      .filter((target) => ![room, ...open].includes(roomOf(target)))
      .map((target) => `${file}: ${room} may not import ${target}`)
  })

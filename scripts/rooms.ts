/** Finds imports that go the wrong way: each room may import itself and the rooms listed for it (ARCHITECTURE.md). */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize, sep } from "node:path"

/** Files directly in `src` that operations and surfaces build on; they know no particular operation. */
const plumbing = [
  "src/Implementation",
  "src/Input",
  "src/Issues",
  "src/Call",
  "src/Access",
  "src/Audited",
  "src/Decoding",
  "src/Encoded",
  "src/Plans",
  "src/Precondition",
  "src/InTime",
  "src/Rehearsal",
  "src/Limited",
  "src/Measured",
  "src/Writing",
  "src/Asking",
  "src/Carrying",
  "src/Caller"
]
const below = ["schema", "src/contract", "src/domain", "layers", ...plumbing]

/** A file of `src` that is not listed assembles the service, as `src/main` does: it may import anything. */
const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
  schema: [],
  "src/contract": ["schema"],
  "src/domain": ["schema"],
  layers: ["schema", "src/domain", "migrations", "package.json"],
  migrations: [],
  client: [],
  "client/effect": ["src/contract"],
  "src/Implementation": below,
  "src/Input": below,
  "src/Issues": below,
  "src/Call": below,
  "src/Access": below,
  "src/Audited": below,
  "src/Decoding": below,
  "src/Encoded": below,
  "src/Plans": below,
  "src/Precondition": below,
  "src/InTime": below,
  "src/Rehearsal": below,
  "src/Limited": below,
  "src/Measured": below,
  "src/Writing": below,
  "src/Asking": below,
  "src/Carrying": below,
  "src/Caller": below,
  "src/operations": below,
  "src/jobs": below,
  "src/Registry": [...below, "src/operations"],
  "src/Invoke": [...below, "src/operations", "src/Registry"],
  "src/surfaces": [...below, "src/Registry", "src/Invoke"]
}

/** Each folder of `src` is a room, and so is each file directly in it; the client's entry for Effect is one apart. */
const roomOf = (file: string) => {
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

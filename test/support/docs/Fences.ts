/** The code of the documentation: each fence with its language, and what its first line says of how it is tested. */
import { globSync, readFileSync } from "node:fs"

export interface Fence {
  readonly file: string
  /** Of its first line, from 1. */
  readonly line: number
  /** Empty if none is named. */
  readonly language: string
  /** What follows the language: `run`, `in test/…` or `not run: …`. */
  readonly mark: string
  /** Without what a list indents it by. */
  readonly code: string
}

/** What a reader is told: the guides, and the first pages of the repository and of the clients. */
export const files = (): ReadonlyArray<string> =>
  [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ...globSync("docs/**/*.md"),
    ...globSync("client/*/README.md")
  ].toSorted()

const fence = /^( *)```(\w*)(?: +(\S.*?))? *\n([^]*?)^\1```[ \t]*$/gmu

export const of = (file: string, source = readFileSync(file, "utf8")): ReadonlyArray<Fence> =>
  Array.from(
    source.matchAll(fence),
    ({ 1: by = "", 2: language = "", 3: mark = "", 4: code = "", index }) => ({
      file,
      language,
      mark,
      code: code.replaceAll(new RegExp(`^${by}`, "gmu"), ""),
      line: source.slice(0, index).split("\n").length
    })
  )

/** The code of a page in one language, of one section if its title is given. */
export const codes = (file: string, language: string, section?: string): ReadonlyArray<string> => {
  const source = readFileSync(file, "utf8")
  const part =
    section === undefined ? source : source.split(/^## /mu).find((one) => one.startsWith(`${section}\n`))
  if (part === undefined) throw new Error(`${file} has no section ${section}`)
  return of(file, part).flatMap((one) => (one.language === language ? [one.code] : []))
}

/** Languages of programs and commands. All others are data, or show what is printed. */
const programs = new Set("sh bash ts js python go ruby php csharp java sql".split(" "))

/** What begins a line of a shell. */
const command = /^(?:[A-Z_]+=\S* )*(?:npm|npx|node|curl|sales-pipeline|docker|kubectl|git|pip) /mu

/** What is wrong with a fence; undefined if it is tested, or says why it can't be. */
export const flaw = (
  { code, file, language, mark }: Fence,
  textOf: (path: string) => string | undefined
): string | undefined => {
  if (language === "json" && mark === "") {
    try {
      return void JSON.parse(code)
    } catch (error) {
      return `is no JSON: ${(error as Error).message}`
    }
  }
  if (language === "" && command.test(code)) return "has commands: begin it with ```sh and how it is tested"
  if (!programs.has(language)) return undefined
  if (mark === "run") return undefined
  if (/^not run: \S+ \S+/u.test(mark)) return undefined
  const test = /^in (\S+\.test\.ts)$/u.exec(mark)?.[1]
  if (test === undefined)
    return "is not tested: say `run`, `in test/….test.ts` or `not run: <reason>` after its language"
  const text = textOf(test)
  if (text === undefined) return `names ${test}, which is not there`
  return text.includes(file) ? undefined : `names ${test}, which does not read ${file}`
}

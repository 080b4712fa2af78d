/** Follows a page of the documentation as a reader does: in one shell, from top to bottom, in a folder of its own. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import type { Fence } from "./Fences.ts"

/** How code of each language is called from the shell. */
const commands: Readonly<
  Record<string, { readonly extension: string; readonly call: (file: string) => string }>
> = {
  sh: { extension: "sh", call: (file) => `. ${file}` },
  ts: { extension: "mts", call: (file) => `node ${file}` },
  js: { extension: "mjs", call: (file) => `node ${file}` },
  python: { extension: "py", call: (file) => `python3 ${file}` }
}

export const languages = Object.keys(commands)

/** Addresses that stand for the reader's own, and the variables that have them here. */
const own = {
  "https://sales.example/f/<token>": "FORM",
  "https://sales.example/intake/email/<token>": "MAILBOX"
}

const filled = (code: string, env: Readonly<Record<string, string>>) =>
  Object.entries(own).reduce((text, [address, name]) => text.replaceAll(address, env[name] ?? address), code)

const program = (folder: string, name: string, script: string) => {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

/** `npm run -s NAME -- …` runs the script of that name, in the folder of the reader. */
const npm = `[ "$1 $2" = "run -s" ] || { echo "npm $*: only npm run -s is known here" >&2; exit 1; }
name=$3; shift 3; [ "$1" = -- ] && shift
exec node --disable-warning=ExperimentalWarning "${resolve("scripts")}/$name.ts" "$@"`

export interface Outcome {
  readonly code: number
  readonly output: string
}

/** Ends at the first snippet that fails. `files` are those that the reader has. */
export const follow = (
  snippets: ReadonlyArray<Pick<Fence, "language" | "code">>,
  env: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {}
) =>
  Effect.promise(async (): Promise<Outcome> => {
    const folder = mkdtempSync(join(tmpdir(), "snippets-"))
    const programs = join(folder, ".programs")
    mkdirSync(programs)
    program(programs, "npm", npm)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const lines = snippets.map(({ code, language }, index) => {
      const { call, extension } = commands[language]!
      const file = join(folder, `${index}.${extension}`)
      // curl succeeds with any status: what is refused has to be seen in the answer.
      writeFileSync(file, filled(code, env))
      return `echo "--- ${index}"; ${call(file)}; echo`
    })
    const path = [programs, dirname(process.execPath), process.env["PATH"]].join(":")
    const surroundings = {
      ...process.env,
      PATH: path,
      HOME: folder,
      DATA_DIR: join(folder, "data"),
      SHLVL: "1",
      // A dozen commands start from their sources.
      NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled"),
      ...env
    }
    const outcome = await new Promise<Outcome>((done) =>
      execFile(
        "bash",
        ["-c", `set -eu -o pipefail\n${lines.join("\n")}`],
        { cwd: folder, env: surroundings, timeout: 240_000 },
        (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr })
      )
    )
    rmSync(folder, { recursive: true, force: true })
    return outcome
  })

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Guide, sections } from "../../src/surfaces/docs/Contents.ts"
import { TestService } from "../support/server/TestService.ts"

interface Snippet {
  readonly language: string
  readonly code: string
}

/** Fences that say `run`, such as "sh run", in their order. */
const runnable = ({ source }: Guide): ReadonlyArray<Snippet> =>
  Array.from(source.matchAll(/^```(\w+) run\n([\s\S]*?)^```$/gmu), ([, language, code]) => ({
    language: language!,
    code: code!
  }))

/** How a page's code in other languages is called from its shell: as a file, with what the shell exports. */
const commands: Readonly<Record<string, (file: string) => string>> = {
  sh: (file) => `. ${file}`,
  ts: (file) => `${JSON.stringify(process.execPath)} ${file}`,
  python: (file) => `python3 ${file}`
}

const extensions: Readonly<Record<string, string>> = { sh: "sh", ts: "mts", python: "py" }

interface Outcome {
  readonly code: number
  readonly output: string
}

/** Runs a page's snippets as one who follows it does: one shell, top to bottom. It ends at the first that fails. */
const follow = (snippets: ReadonlyArray<Snippet>, env: Readonly<Record<string, string>>) =>
  Effect.promise(async (): Promise<Outcome> => {
    const folder = mkdtempSync(join(tmpdir(), "snippets-"))
    const lines = snippets.map(({ code, language }, index) => {
      const file = join(folder, `${index}.${extensions[language]}`)
      // curl succeeds with any status: what is refused has to be seen in the answer.
      writeFileSync(file, code)
      return `echo "--- ${index}"; ${commands[language]!(file)}; echo`
    })
    const script = `set -eu -o pipefail\n${lines.join("\n")}`
    const outcome = await new Promise<Outcome>((done) =>
      execFile(
        "bash",
        ["-c", script],
        { env: { ...process.env, ...env }, timeout: 60_000 },
        (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr })
      )
    )
    rmSync(folder, { recursive: true })
    return outcome
  })

/** Refusals that a page shows on purpose. */
const meant: Readonly<Record<string, ReadonlyArray<string>>> = { "start.md": ["unknown_field"] }

const guides = sections().flatMap((section) => section.guides)
const withCode = guides.filter((guide) => runnable(guide).length > 0)

const environment = Effect.gen(function* () {
  const service = yield* TestService
  const { apiKey } = yield* service.workspace()
  return { API: service.url, KEY: apiKey.token }
})

layer(TestService.layer(), { excludeTestServices: true })("the code of the documentation", (it) => {
  for (const guide of withCode) {
    it.effect(
      `in ${guide.file} does what it says`,
      () =>
        Effect.gen(function* () {
          const snippets = runnable(guide)
          for (const { language } of snippets) assert.property(commands, language, guide.file)
          const { code, output } = yield* follow(snippets, yield* environment)
          assert.strictEqual(code, 0, output)
          const refused = Array.from(
            output.matchAll(/"error":\{"type":"\w+","code":"(\w+)"/gu),
            ([, one]) => one
          )
          assert.deepStrictEqual(refused, [...(meant[guide.file] ?? [])], output)
        }),
      90_000
    )
  }

  it.effect("is run, and a failure is noticed", () =>
    Effect.gen(function* () {
      assert.isAbove(withCode.length, 0)
      const wrong = yield* follow([{ language: "ts", code: "throw new Error('no')" }], yield* environment)
      assert.notStrictEqual(wrong.code, 0)
    })
  )
})

/** Runs `admin import` for a workspace of its own. */
import { Effect } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Admin from "./Admin.ts"
import { TestService } from "./TestService.ts"

export const fixture = (name: string) => join("test", "fixtures", "imports", name)
export const folder = mkdtempSync(join(tmpdir(), "imports-"))
export const made = (name: string, content: string | Buffer) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

export const furnished = Effect.gen(function* () {
  const mine = yield* (yield* TestService).workspace()
  const run = Effect.fnUntraced(function* (kind: string, file: string, ...more: ReadonlyArray<string>) {
    const flags = ["--workspace", mine.workspace.id, "--file", file, "--json", ...more]
    const { code, stdout } = yield* Admin.callHere(["import", kind, ...flags])
    return { code, ...JSON.parse(stdout) }
  })
  const list = (path: string) =>
    Effect.map(
      Effect.promise(() => mine.send("GET", path)),
      ({ body }) => body.data as ReadonlyArray<any>
    )
  return { mine, run, list }
})

export const counts = ({ created, failed, unchanged, updated }: any) => [created, updated, unchanged, failed]

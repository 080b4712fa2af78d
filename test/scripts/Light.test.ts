import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Process from "../support/server/Process.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

/** Writes down what a process loads, and what has Node load the locales of all languages. */
const witness = (file: string) => `import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
const note = (line) => appendFileSync(${JSON.stringify(file)}, line + "\\n")
registerHooks({ load: (url, context, next) => (note(url), next(url, context)) })
for (const name of ["DateTimeFormat", "ListFormat", "NumberFormat", "PluralRules"])
  Intl[name] = new Proxy(Intl[name], { construct: (target, args) => (note("Intl." + name), new target(...args)) })
for (const { prototype } of [Number, BigInt, Date]) {
  const { toLocaleString } = prototype
  prototype.toLocaleString = function (...args) {
    note("toLocaleString")
    return toLocaleString.apply(this, args)
  }
}`

const message = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})

const send = async (url: string, token: string | undefined, id: number) => {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(message(id))
  })
  const { result } = (await response.json()) as { readonly result: { readonly protocolVersion: string } }
  return [response.status, result.protocolVersion]
}

describe("a start", { timeout: 120_000 }, () => {
  it.live("loads what it needs, and the first messages that need more load that", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const [file, preload] = [join(directory, "loaded"), join(directory, "witness.mjs")]
      writeFileSync(preload, witness(file))
      const { token, url } = yield* Process.start(
        { ...(yield* Process.site), DEMO: "1", NODE_OPTIONS: `--import=${pathToFileURL(preload)}` },
        {},
        ["scripts/run.mjs", "src/main.ts"]
      )
      const noted = () => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [])
      const packages = noted().flatMap(
        (line) => /\/node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//u.exec(line)?.[1] ?? []
      )
      assert.deepStrictEqual([...new Set(packages)].toSorted(), ["otpauth", "uqr"])
      assert.deepStrictEqual(
        noted().filter((line) => !/^(?:file|node):/u.test(line)),
        []
      )
      const isLoaded = () => noted().some((line) => /\/Protocol-[^/]+\.mjs$/u.test(line))
      assert.isFalse(isLoaded())
      const answers = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 5 }, (_, id) => send(url, token, id)))
      )
      assert.deepStrictEqual(
        answers,
        answers.map(() => [200, "2025-11-25"])
      )
      assert.isTrue(isLoaded())
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, TestDatabase.layer]))
  )
})

// @effect-diagnostics missingEffectError:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { pathToFileURL } from "node:url"
import { NotFound } from "../../../schema/Fault.ts"
import * as Api from "../../../src/contract/Api.ts"
import type * as Embed from "../../../src/identity/contract/Embed.ts"
import type * as Implementation from "../../../src/Implementation.ts"
import { implementations } from "../../../src/identity/operations/Embed.ts"
import { everything } from "../../../src/Registry.ts"

/** A script that imports the given modules and prints every file loaded with them. */
const script = `
  import { registerHooks } from "node:module"
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
  for (const file of process.argv.slice(1)) await import(file)
`

const root = `${pathToFileURL(process.cwd()).href}/`

/** The project's files and the packages that these modules load. */
const loadedBy = async (...modules: ReadonlyArray<string>) => {
  const files = modules.map((file) => root + file)
  const args = ["--input-type=module", "--eval", script, ...files]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const loaded = stdout.split("\n").filter((url) => url.startsWith("file:"))
  const packages = loaded.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(url)?.[1] ?? [])
  return {
    ours: loaded.filter((url) => !url.includes("/node_modules/")).map((url) => url.replace(root, "")),
    packages: [...new Set(packages)]
  }
}

describe("the contract", () => {
  it("and its RPC group load without a layer, a driver or a surface", async () => {
    const { ours, packages } = await loadedBy("src/contract/Rpc.ts")
    assert.include(ours, "src/contract/Api.ts")
    assert.deepStrictEqual(
      ours.filter((file) => !/^(?:schema|src\/contract|src\/\w+\/contract)\//u.test(file)),
      []
    )
    assert.deepStrictEqual(packages, ["effect"])
  })

  it("is all that openapi.json and tools.json are generated from", async () => {
    const { ours, packages } = await loadedBy(
      "src/surfaces/openapi/OpenApi.ts",
      "src/surfaces/mcp/tools/Definitions.ts"
    )
    assert.deepStrictEqual(
      ours.filter((file) => /^(layers|migrations|src\/(operations|Registry|Invoke))/u.test(file)),
      []
    )
    assert.deepStrictEqual(packages, ["effect"])
  })

  it("is all that the commands of users load of the service, but for its version and how it signs", async () => {
    const { ours, packages } = await loadedBy("scripts/cli/Cli.ts")
    assert.deepStrictEqual(
      ours
        .filter((file) => /^(layers|migrations|src\/(operations|jobs|Registry|Invoke))/u.test(file))
        .toSorted(),
      ["layers/runtime/Version.ts", "layers/webhooks/Signer.ts"]
    )
    assert.notIncludeMembers(packages, [
      "openid-client",
      "pg",
      "@effect/sql-pg",
      "@modelcontextprotocol/server"
    ])
  })

  it("has an implementation for each operation, in the same order", () => {
    assert.deepStrictEqual(
      everything.map(({ id, run }) => [id, typeof run]),
      [...Api.all, ...Api.onPages].map(({ id }) => [id, "function"])
    )
  })

  it("is enforced by the compiler: no implementation is missing, superfluous, or fails in an undeclared way", () => {
    // @ts-expect-error embed.createToken is missing
    const missing = {} satisfies Implementation.Of<typeof Embed.operations>
    const superfluous = {
      ...implementations,
      // @ts-expect-error no operation has this id
      "embed.copyToken": () => Effect.void
    } satisfies Implementation.Of<typeof Embed.operations>
    const undeclared = {
      // @ts-expect-error the operation declares no fault
      "embed.createToken": () => Effect.fail(NotFound.of("deal", "1"))
    } satisfies Implementation.Of<typeof Embed.operations>
    // `npm run check` fails if one of the three compiles.
    assert.deepStrictEqual(
      [missing, superfluous, undeclared].map((one) => Object.keys(one)),
      [[], ["embed.createToken", "embed.copyToken"], ["embed.createToken"]]
    )
  })
})

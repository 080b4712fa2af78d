import { assert, describe, it as test, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { promisify } from "node:util"
import { Signer, toSecret } from "../../../layers/webhooks/Signer.ts"
import { routed } from "../../../src/contract/Api.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Python may be missing on a machine: then these tests are skipped, which the report says. */
const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0)

const folder = "client/python"

const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.promise(() =>
    promisify(execFile)(python!, args, {
      cwd: folder,
      env: { PATH: process.env["PATH"], PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1", ...env }
    })
  )

layer(TestService.layer(), { excludeTestServices: true, timeout: "60 seconds" })(
  "the Python client",
  (it) => {
    it.effect.skipIf(python === undefined)(
      "passes its own tests, and those against the service",
      () =>
        Effect.gen(function* () {
          const service = yield* TestService
          const { apiKey } = yield* service.workspace()
          const env = { SALES_PIPELINE_URL: service.url, SALES_PIPELINE_API_KEY: apiKey.token }
          const { stderr } = yield* run(["-W", "error", "-m", "unittest", "discover", "-s", "tests"], env)
          assert.match(stderr, /^Ran [2-9]\d tests/mu)
          assert.match(stderr, /^OK$/mu)
        }),
      60_000
    )

    it.effect.skipIf(python === undefined)("verifies what the service signs", () =>
      Effect.gen(function* () {
        const secret = toSecret(Buffer.alloc(32, 7))
        const body = JSON.stringify({
          event: "webhook.test",
          webhook_id: "w",
          board_id: "b",
          created_at: "ü"
        })
        const timestamp = Math.floor(Date.now() / 1_000)
        const { headers } = yield* Signer
        const signed = headers({ id: "m", timestamp, body: Buffer.from(body), secrets: [secret] })
        const program = `import json, os
from sales_pipeline import Webhook
print(Webhook(os.environ["SECRET"]).verify(os.environ["BODY"], json.loads(os.environ["HEADERS"]))["created_at"] == "\\u00fc")`
        const { stdout } = yield* run(["-c", program], {
          SECRET: secret,
          BODY: body,
          HEADERS: JSON.stringify(signed)
        })
        assert.strictEqual(stdout.trim(), "True")
      }).pipe(Effect.provide(Signer.layer))
    )

    it.effect.skipIf(python === undefined)("is written for Python 3.9", () =>
      Effect.gen(function* () {
        const program = `import ast, pathlib
for path in pathlib.Path("src").rglob("*.py"):
    ast.parse(path.read_text(), feature_version=(3, 9))
    print(path.name)`
        const { stdout } = yield* run(["-c", program])
        assert.include(stdout, "_operations.py")
      })
    )
  }
)

describe("the generated parts of the Python client", () => {
  const operations = readFileSync(`${folder}/src/sales_pipeline/_operations.py`, "utf8")

  test("have a method for each operation, plain and async", () => {
    const names = routed.map(
      ({ http }) => `"${http.method}", f?"/v1${http.path.replaceAll(/:\w+/gu, "\\{quoted\\(\\w+\\)\\}")}"`
    )
    for (const name of names) assert.match(operations, new RegExp(name, "u"))
    const methods = (prefix: string) =>
      Array.from(
        operations.matchAll(new RegExp(`^    ${prefix}def ([a-z]\\w*)\\(`, "gmu")),
        ([, name]) => name
      )
    assert.includeMembers(methods("async "), ["rotate_secret", "bulk_update", "this_month"])
    const each = (names: ReadonlyArray<string | undefined>) =>
      new Set(names.filter((name) => !name!.startsWith("each")))
    assert.deepStrictEqual(each(methods("async ")), each(methods("")))
  })

  test("come with the version of the service, and say that they are typed", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"))
    assert.include(readFileSync(`${folder}/pyproject.toml`, "utf8"), `version = "${version}"`)
    assert.include(
      readFileSync(`${folder}/src/sales_pipeline/_transport.py`, "utf8"),
      `VERSION = "${version}"`
    )
    assert.include(readdirSync(`${folder}/src/sales_pipeline`), "py.typed")
  })
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { promisify } from "node:util"
import * as Fences from "../../support/docs/Fences.ts"
import * as Receiving from "../../support/docs/Receiving.ts"
import { TestService } from "../../support/server/TestService.ts"

const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0)

const file = "docs/client-python.md"

const first = "A first verified webhook"

const [receiver = ""] = Fences.codes(file, "python", first)

const surroundings = {
  PATH: process.env["PATH"],
  PYTHONPATH: "client/python/src",
  PYTHONDONTWRITEBYTECODE: "1"
}

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("docs/client-python.md", (it) => {
  const site = Effect.gen(function* () {
    const service = yield* TestService
    const { apiKey } = yield* service.workspace()
    const env = {
      ...surroundings,
      SALES_PIPELINE_URL: service.url,
      SALES_PIPELINE_API_KEY: apiKey.token
    }
    const run = (program: string) =>
      Effect.promise(() =>
        promisify(execFile)(python!, ["-W", "error", "-c", program], { env, timeout: 50_000 })
      )
    const filled = (code: string) =>
      code
        .replaceAll('"http://127.0.0.1:3000"', JSON.stringify(service.url))
        .replaceAll("svc_live_…", apiKey.token)
    return { filled, run }
  })

  it.effect.skipIf(python === undefined)("shows calls that work as they stand, one after the other", () =>
    Effect.gen(function* () {
      const { filled, run } = yield* site
      const calls = Fences.codes(file, "python").filter((code) => code !== receiver)
      const { stdout } = yield* run(
        filled([...calls, ...Fences.codes("client/python/README.md", "python")].join("\n\n"))
      )
      assert.match(stdout, /^Won 1250000$/mu)
      assert.match(stdout, /^Annual licence$/mu)
      assert.match(stdout, /^\['deal'\]$/mu)
      assert.match(stdout, /^invalid_body \['name'\]$/mu)
      assert.match(stdout, /^deal\.created [0-9a-f-]{36}$/mu)
    })
  )

  it.effect.skipIf(python === undefined)("leads to a first verified webhook", () =>
    Receiving.receives(receiver, (code) => ({
      command: python!,
      args: ["-W", "error", "-c", code],
      env: surroundings
    }))
  )
})

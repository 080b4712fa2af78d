import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { TestService } from "../support/server/TestService.ts"

/** The first steps as in README.md, but with the test service's key and address. */
const steps = () => {
  const [, block] = /## First steps\n\n```sh\n([^]*?)```/u.exec(readFileSync("README.md", "utf8"))!
  return block!.replaceAll(/^export (?:KEY|API)=.*$/gmu, "")
}

layer(TestService.layer(), { timeout: "60 seconds" })("README's first steps", (it) => {
  it.effect("make a deal, move it and add a note, pasted unchanged", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { apiKey, send } = yield* service.workspace()
      const env = { PATH: process.env["PATH"], KEY: apiKey.token, API: service.url }
      yield* Effect.promise(async () => {
        await new Promise<void>((resolve, reject) =>
          execFile("bash", ["-c", steps()], { env, timeout: 30_000 }, (error) =>
            error === null ? resolve() : reject(error)
          )
        )
        const { body } = await send("GET", "/v1/deals?q=acme&status=all")
        assert.lengthOf(body.data, 1)
        const notes = await send("GET", `/v1/deals/${body.data[0].id}/notes`)
        assert.include(notes.text, "Budget approved.")
      })
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as FirstRun from "../../../../src/identity/pages/signIn/FirstRun.ts"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import { TestService } from "../../../support/server/TestService.ts"

const fields = (n: number) => ({
  workspace: `Acme ${n}`,
  email: `owner${n}@acme.example`,
  password: "a good long password",
  again: "a good long password"
})

const workspaces = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ name: string; plan: string }>`SELECT name, plan FROM workspaces`
)

layer(TestService.layer({ DEMO: "0" }), { excludeTestServices: true })(
  "a service without a workspace",
  (it) => {
    it.effect("is set up only once, by one of many concurrent requests, with the code it printed", () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const link = Option.getOrThrow(Option.fromUndefinedOr(yield* FirstRun.link))
        assert.isTrue(link.startsWith(`${url}/setup?code=`))
        const browsers = Array.from({ length: 6 }, () => new FormBrowser(url))
        const first = browsers[0]!

        yield* Effect.promise(async () => {
          assert.include((await first.open("/sign-in")).url, "/setup")
          for (const code of ["", "x".repeat(24), "é".repeat(12)]) {
            const refused = await first.submit(await first.open("/setup"), { ...fields(0), code })
            assert.strictEqual(refused.status, 400)
            assert.include(refused.text, "the setup code the service printed")
          }
          const weak = await first.submit(await first.open(link), { ...fields(0), password: "short" })
          assert.strictEqual(weak.status, 400)
        })
        assert.deepStrictEqual(yield* workspaces, [])

        const done = yield* Effect.promise(async () => {
          const pages = await Promise.all(browsers.map((browser) => browser.open(link)))
          return Promise.all(browsers.map((browser, n) => browser.submit(pages[n]!, fields(n))))
        })
        const winner = done.findIndex(({ status }) => status === 200)
        assert.deepStrictEqual(done.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404])
        assert.deepStrictEqual(yield* workspaces, [{ name: `Acme ${winner}`, plan: "standard" }])
        assert.isUndefined(yield* FirstRun.link)

        yield* Effect.promise(async () => {
          const key = /svc_live_[0-9A-Za-z]{43}/u.exec(done[winner]!.text)![0]
          const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
          assert.strictEqual(((await me.json()) as any).user.email, `owner${winner}@acme.example`)
          assert.include((await browsers[winner]!.open("/account")).text, `owner${winner}@acme.example`)
          const after = await new FormBrowser(url).open(link)
          assert.strictEqual(after.status, 404)
          const again = await new FormBrowser(url).signIn(`owner${winner}@acme.example`, fields(0).password)
          assert.include(again.url, "/boards/")
        })
      })
    )
  }
)

layer(TestService.layer({ DEMO: "1" }), { excludeTestServices: true })(
  "a service that makes a demo",
  (it) => {
    it.effect("can't be set up by a visitor", () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        assert.isUndefined(yield* FirstRun.link)
        const { status } = yield* Effect.promise(() => new FormBrowser(url).open("/setup"))
        assert.strictEqual(status, 404)
      })
    )
  }
)

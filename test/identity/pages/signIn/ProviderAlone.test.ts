/** A service whose operator switched passwords off. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { People } from "../../../../layers/identity/people/People.ts"
import type { UserId } from "../../../../schema/Id.ts"
import { sendAnyway } from "../../../support/pages/Acting.ts"
import * as Outside from "../../../support/pages/Outside.ts"

layer(Outside.layer({ OIDC_ONLY: "true" }), { excludeTestServices: true })("the provider alone", (it) => {
  it.effect("leaves no way for passwords, while it is away too, and lets in once it is back", () =>
    Effect.gen(function* () {
      const { browser, person, provider, user } = yield* Outside.company
      const { token } = yield* (yield* People).link(user.id as UserId, 1, null)
      const { sub } = person()
      yield* Effect.promise(async () => {
        const one = browser()
        provider.broken = 500
        assert.strictEqual((await one.open("/sign-in/oidc")).status, 503)
        provider.broken = undefined
        const page = await one.open("/sign-in")
        assert.notInclude(page.text, 'type="password"')
        assert.strictEqual((await one.open(`/welcome/${token}`)).status, 403)
        const end = Date.now() + 10_000
        let account = await one.open("/account")
        while (!account.url.endsWith("/account") && Date.now() < end) {
          const there = await one.open("/sign-in/oidc?next=/account")
          if (there.status !== 503) account = await one.open(await provider.approve(there.url, sub))
        }
        assert.include(account.text, "(member)")
        assert.notInclude(account.text, "/account/password")
        for (const path of ["/sign-in", "/account/password"]) {
          assert.strictEqual((await sendAnyway(one, path, { email: user.email, password: "x" })).status, 403)
        }
      })
    })
  )
})

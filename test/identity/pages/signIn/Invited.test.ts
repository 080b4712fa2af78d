import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

const path = "/settings/members"

const linkIn = (text: string) => /https?:\/\/[^\s<"]+\/(?:join|welcome)\/[^\s<"]+/u.exec(text)![0]

layer(TestService.layer())("an open invitation", (it) => {
  it.effect("can be made anew, as it was, and its first link no longer works", () =>
    Effect.gen(function* () {
      const { browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const sent = { email: "new@acme.example", name: "New <b>Person", role: "viewer" }
        const made = await browser.submitTo(await browser.open(path), path, sent)
        const first = linkIn(made.text)
        const list = await browser.open(path)
        const action = list.forms.find((form) => form.action.endsWith("/resend"))!.action
        const again = await browser.submitTo(list, action)
        const second = linkIn(again.text)
        assert.notStrictEqual(second, first)
        assert.notInclude((await browser.open(new URL(first).pathname)).text, "new@acme.example")
        assert.include((await browser.open(new URL(second).pathname)).text, "new@acme.example")
        const listed = (await browser.open(path)).text
        assert.include(listed.slice(listed.indexOf('aria-label="Invited"')), "viewer")
      })
    })
  )
})

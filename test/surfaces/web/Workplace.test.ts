import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Workspaces } from "../../../layers/identity/Workspaces.ts"
import { sendAnyway } from "../../support/pages/Acting.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer(), { excludeTestServices: true })("a person of several workspaces", (it) => {
  it.effect("chooses one, and comes to the same list there", () =>
    Effect.gen(function* () {
      const { browser, user, workspace } = yield* SignedIn.make()
      const service = yield* TestService
      const other = yield* service.workspace()
      const strangers = yield* service.workspace()
      yield* Effect.provideService((yield* Workspaces).addMember(user.email, null, "viewer"), Tenant, {
        workspaceId: other.workspace.id
      })
      yield* Effect.promise(async () => {
        await other.send("POST", "/v1/leads", { firstName: "Otherwhere" })
        const isThere = async () => (await browser.open("/leads")).text.includes("Otherwhere")
        await browser.submitTo(await browser.open("/leads"), "/workspace", { workspace: workspace.id })
        assert.isFalse(await isThere())
        const leads = await browser.open("/leads")
        const there = await browser.submitTo(leads, "/workspace", { workspace: other.workspace.id })
        assert.isTrue(there.url.endsWith("/leads"))
        assert.include(there.text, "Otherwhere")
        const places = {
          [`/deals/${other.board.id}`]: "/boards/",
          [`/boards/${other.board.id}`]: "/boards/",
          [`/settings/boards/${other.board.id}`]: "/settings/boards",
          "/settings/usage": "/settings/usage",
          "//evil.example/leads": "/boards/",
          "/leadsxyz": "/boards/"
        }
        for (const [next, place] of Object.entries(places)) {
          const sent = await sendAnyway(browser, "/workspace", { workspace: workspace.id, next })
          const { url } = await browser.open(sent.headers.get("location") ?? "")
          assert.isTrue(new URL(url).pathname.startsWith(place), `${next} leads to ${url}`)
        }
        await sendAnyway(browser, "/workspace", { workspace: strangers.workspace.id })
        assert.isFalse(await isThere())
        assert.include((await browser.open("/leads")).text, `value="${workspace.id}" selected`)
      })
    })
  )
})

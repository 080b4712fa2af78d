import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/undo/at-once"

/** The form that undoes, if the page offers it. */
const offered = (page: {
  readonly forms: ReadonlyArray<{ readonly action: string; readonly hidden: boolean }>
}) => page.forms.find(({ action, hidden }) => action === path && !hidden)

layer(TestService.layer(), { excludeTestServices: true })("what was just done, without scripts", (it) => {
  it.effect("can be undone where the page says it, and done again, once", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const { base, board, browser, send } = owner
      const [id = ""] = yield* fill(owner, 2)
      const stages = yield* stagesOf(owner)
      yield* Effect.promise(async () => {
        const stage = async () => (await send("GET", `/v1/deals/${id}`)).body.stage.id
        const page = await browser.open(`/boards/${board.id}?q=depot`)
        assert.isUndefined(offered(page))
        const moved = await browser.submitTo(page, `/boards/${board.id}/move`, {
          deal: id,
          [`to-${id.slice(-12)}`]: stages[5]!.id
        })
        assert.include(moved.text, "Depot expansion is in Won.")
        assert.isDefined(offered(moved))
        const undone = await browser.submitTo(moved, path)
        assert.strictEqual(undone.url, `${base}/boards/${board.id}?q=depot`)
        assert.include(undone.text, "Change undone.")
        assert.include(undone.text, "Redo")
        assert.strictEqual(await stage(), stages[0]!.id)
        const again = await browser.submitTo(moved, path)
        assert.include(again.text, "Already undone.")
        assert.isUndefined(offered(again))
        const redone = await browser.submitTo(undone, path)
        assert.include(redone.text, "Change redone.")
        assert.strictEqual(await stage(), stages[5]!.id)
        assert.isDefined(offered(redone))
        const later = await browser.open(`/boards/${board.id}`)
        assert.notInclude(later.text, "Change redone.")
        assert.isUndefined(offered(later))
      })
    })
  )

  it.effect("leads to the start page if a form asks for an address that no header can hold", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const [id = ""] = yield* fill(owner, 2)
      yield* Effect.promise(async () => {
        const edit = await owner.browser.open(`/deals/${id}/edit`)
        const deleted = await owner.browser.submitTo(edit, `/deals/${id}/delete`, {
          board: "9".repeat(90_000)
        })
        assert.strictEqual(deleted.status, 200)
        assert.strictEqual(deleted.url, `${owner.base}/today`)
        assert.strictEqual((await owner.send("GET", `/v1/deals/${id}`)).status, 404)
      })
    })
  )

  it.effect("is undone by nobody else, and made-up requests and ways back lead nowhere", () =>
    Effect.gen(function* () {
      const owner = yield* SignedIn.make()
      const stranger = yield* SignedIn.make()
      const service = yield* TestService
      const colleague = yield* SignedIn.browserOf((yield* service.member(owner.workspace.id, "member")).id)
      const { board, browser, send } = owner
      const [id = ""] = yield* fill(owner, 1)
      yield* Effect.promise(async () => {
        const edit = await browser.open(`/deals/${id}/edit`)
        const saved = await browser.submitTo(edit, `/deals/${id}/edit`, { name: "Renamed" })
        const requestId = offered(saved) && saved.forms.find(({ action }) => action === path)!.inputs
        const asked = requestId!.find(({ name }) => name === "requestId")!.value
        assert.match(asked, /^req_[0-9a-f]{32}$/u)
        for (const other of [stranger.browser, colleague]) {
          const answer = await other.submitTo(await other.open("/boards"), path, { requestId: asked })
          assert.include(answer.text, "Nothing to undo")
        }
        const home = await browser.open(`/boards/${board.id}`)
        for (const made of ["", "x", `req_${"0".repeat(32)}`, "req_\u0000"]) {
          const { status } = await browser.submitTo(home, path, { requestId: made })
          assert.oneOf(status, [200, 400], made)
        }
        assert.strictEqual((await send("GET", `/v1/deals/${id}`)).body.name, "Renamed")
        const back = await browser.submitTo(saved, path, { from: "//evil.example/x" })
        assert.isTrue(back.url.startsWith(owner.base))
        assert.strictEqual((await send("GET", `/v1/deals/${id}`)).body.name, "Depot expansion")
        for (const cookie of [
          "%",
          "..undo",
          "YQ.undo.req_x",
          "YQ.else.req_1",
          `YQ.undo.req_${"0".repeat(32)}`
        ]) {
          browser.cookies.set("__Host-notice", { value: cookie, path: "/" })
          assert.strictEqual((await browser.open(`/boards/${board.id}`)).status, 200)
        }
      })
    })
  )
})

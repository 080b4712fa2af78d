import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import type { Fields, FormBrowser, Page } from "../../support/pages/FormBrowser.ts"
import { TestService } from "../../support/server/TestService.ts"

const unstorable = "holds U+0000 or half of a surrogate pair, which cannot be stored; remove it."

const text = ({ text }: Page): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&#96;", "`")

/** What stands at a field. */
const errorOf = (page: Page, field: string): string | undefined =>
  new RegExp(`<p class="error" id="${field}-error">([^<]*)</p>`, "u").exec(text(page))?.[1]

/** Sends the form at `path`, and returns what it says at a field. */
const refusing =
  (browser: FormBrowser) =>
  async (path: string, action: string, field: string, changes: Fields): Promise<string | undefined> => {
    const page = await browser.submitTo(await browser.open(path), action, changes)
    assert.strictEqual(page.status, 400, JSON.stringify(changes))
    assert.notMatch(page.text, /GET \/v1|ownerId to own/u)
    return errorOf(page, field)
  }

const furnished = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const made = yield* Effect.promise(() =>
    owner.send("POST", "/v1/deals", { boardId: owner.board.id, name: "Deal" })
  )
  return { ...owner, deal: `/deals/${made.body.id}`, at: refusing(owner.browser) }
})

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }), { excludeTestServices: true })(
  "a form refuses at the field",
  (it) => {
    it.effect("what cannot be stored, and stores nothing", () =>
      Effect.gen(function* () {
        const { at, board, browser, deal, send } = yield* furnished()
        yield* Effect.promise(async () => {
          const fresh = `/boards/${board.id}/new`
          const members = "/settings/members"
          assert.strictEqual(await at(fresh, fresh, "name", { name: "a\u0000b" }), `Deal ${unstorable}`)
          const edit = `${deal}/edit`
          assert.strictEqual(await at(edit, edit, "company", { company: "\u0000" }), `Company ${unstorable}`)
          assert.include(await at(members, members, "email", { email: "a\u0000@example.com" }), unstorable)
          const hooks = { url: "https://exa\u0000mple.com", events: "deal.won" }
          assert.include(await at("/settings/webhooks/new", "/settings/webhooks", "url", hooks), unstorable)
          assert.lengthOf((await send("GET", "/v1/deals")).body.data, 1)
          assert.lengthOf((await send("GET", "/v1/webhooks")).body.data, 0)
          const page = await browser.open("/account")
          const { inputs } = page.forms.find(({ action }) => action === "/workspace") ?? page.forms[0]!
          const csrf = inputs.find(({ name }) => name === "csrf")!.value
          const stranger = (body: string) => browser.send("/sign-in", { body: `csrf=${csrf}&${body}` })
          const odd = await stranger("email=a%00b%40example.com&password=x")
          assert.deepStrictEqual([odd.status, odd.text.includes("U+0000")], [400, true])
          const twice = await stranger("email=a%40example.com&password=x&password=y")
          assert.deepStrictEqual([twice.status, twice.text.includes("more than once")], [400, true])
        })
      })
    )

    it.effect("what can only be given once", () =>
      Effect.gen(function* () {
        const { at, board, deal, send } = yield* furnished()
        yield* Effect.promise(async () => {
          const fresh = `/boards/${board.id}/new`
          const edit = `${deal}/edit`
          const said = "can only be given once."
          assert.strictEqual(await at(fresh, fresh, "name", { name: ["a", "b"] }), `Deal ${said}`)
          assert.strictEqual(await at(edit, edit, "labels", { labels: ["a", "b"] }), `Labels ${said}`)
          assert.strictEqual(await at(edit, edit, "keyTerms", { keyTerms: ["", "b"] }), `Key terms ${said}`)
          assert.strictEqual(
            await at("/settings/members", "/settings/members", "role", {
              email: "new@example.com",
              role: ["viewer", "admin"]
            }),
            `Role ${said}`
          )
          const goals = `/settings/boards/${board.id}`
          assert.include(await at(goals, `${goals}/goals`, "proposals", { proposals: ["1", "2"] }), said)
          assert.lengthOf((await send("GET", "/v1/deals")).body.data, 1)
        })
      })
    )

    it.effect("what does not fit, in the words of the page", () =>
      Effect.gen(function* () {
        const { at, board, browser, deal } = yield* furnished()
        const stranger = yield* SignedIn.make()
        yield* Effect.promise(async () => {
          const fresh = `/boards/${board.id}/new`
          const edit = `${deal}/edit`
          const note = await at(deal, `${deal}/notes`, "contentText", { contentText: " " })
          assert.strictEqual(note, "Note must not be empty.")
          for (const toStageId of [[], "", "stg_nope"]) {
            const refused = await browser.submitTo(await browser.open(deal), `${deal}/move`, { toStageId })
            assert.strictEqual(refused.status, 400)
            assert.include(text(refused), "Choose a stage of the deal’s board.")
          }
          const stage = await at(fresh, fresh, "stageId", { name: "A", stageId: "stg_nope" })
          assert.strictEqual(stage, "Choose a stage of this board.")
          for (const ownerId of ["", "nobody", stranger.user.id]) {
            assert.strictEqual(await at(edit, edit, "ownerId", { ownerId }), "Choose an owner.")
          }
          const other = await at(fresh, fresh, "ownerId", { name: "A", ownerId: stranger.user.id })
          assert.strictEqual(other, "Choose an owner.")
          const many = Array.from({ length: 51 }, (_, index) => `l${index}`).join("\n")
          assert.strictEqual(
            await at(edit, edit, "labels", { labels: many }),
            "Enter up to 50, one per line."
          )
          assert.strictEqual(
            await at(edit, edit, "labels", { labels: "l".repeat(81) }),
            "Label 1 must be at most 80 characters."
          )
          const settings = `/settings/boards/${board.id}`
          assert.match(
            (await at(settings, settings, "currency", { currency: "USX" }))!,
            /^Currency must be .* or "INR"; did you mean USD\?$/u
          )
          const page = await browser.open(settings)
          const kept = await browser.submitTo(page, settings, {
            currency: [],
            defaultDealAmountCents: "12.50"
          })
          assert.include(kept.text, "Board saved.")
          assert.include(kept.text, 'value="12.50"')
        })
      })
    )
  }
)

layer(TestService.layer(), { excludeTestServices: true })("the form of stages", (it) => {
  it.effect("saves for “save” alone, and says so of a button it does not have", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const path = `/settings/boards/${board.id}`
        const page = await browser.open(path)
        const form = page.forms.find(({ action }) => action === `${path}/stages`)!
        const [first = "", ...names] = form.inputs
          .filter(({ name }) => name === "name")
          .map((one) => one.value)
        const press = (pressed: Fields[string]) =>
          browser.submitTo(page, `${path}/stages`, { name: [`${first} 2`, ...names], do: pressed })
        const saved = async () => (await send("GET", `/v1/boards/${board.id}/stages`)).body[0].name
        const odd = [[], "", "xxxx", "add won", "drop stg_nope", "up junk", "down", ["save", "save"]]
        for (const pressed of odd) {
          const answer = await press(pressed)
          assert.strictEqual(answer.status, 400, JSON.stringify(pressed))
          assert.include(answer.text, "Nothing was saved")
          assert.include(answer.text, `value="${first} 2"`)
          assert.strictEqual(await saved(), first)
        }
        assert.include((await press("save")).text, "Stages saved.")
        assert.strictEqual(await saved(), `${first} 2`)
      })
    })
  )
})

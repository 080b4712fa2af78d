import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/templates"

const hello = {
  name: "Hello <b>",
  subject: "About {{company}}",
  body: "Hi {{first_name}},\n\n<script>alert(1)</script>"
}

const pages = Layer.merge(TestService.layer(), Browser.layer())

layer(pages, { excludeTestServices: true })("the pages of email templates", (it) => {
  it.effect("make, preview, change and delete one", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        await send("POST", "/v1/deals", {
          boardId: board.id,
          name: "Kiosks",
          company: "Tamarind Foods",
          primaryContactName: "Mia Chen"
        })
        const refused = await browser.submitTo(await browser.open(path), path, { ...hello, name: "" })
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "About {{company}}", "keeps what was typed")
        const made = await browser.submitTo(await browser.open(path), path, hello)
        assert.include(made.text, "Template created.")
        assert.include(made.text, "About Tamarind Foods")
        assert.include(made.text, "Hi Mia,")
        assert.notInclude(made.text, "<script>alert")
        const at = new URL(made.url).pathname
        const saved = await browser.submitTo(made, at, { subject: "For {{sender_first_name}}" })
        assert.include(saved.text, "Template saved.")
        const { body } = await send("GET", "/v1/templates")
        const own = body.data.find(({ name }: typeof hello) => name === hello.name)
        assert.strictEqual(own.subject, "For {{sender_first_name}}")
        const gone = await browser.submitTo(saved, `${at}/delete`)
        assert.include(gone.text, "Template deleted.")
        assert.notInclude(gone.text, at)
        assert.strictEqual((await browser.open(at)).status, 404)
      })
    })
  )

  it.effect(
    "and the workspace's page are accessible",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make("free")
        yield* Effect.promise(() => owner.send("POST", "/v1/templates", hello))
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}${path}`)
          await inspect(page, "templates")
          await page.getByRole("link", { name: hello.name }).click()
          await page.getByRole("heading", { name: "Preview" }).waitFor()
          await inspect(page, "template")
          await page.goto(`${owner.base}/settings`)
          await page.getByRole("heading", { name: "Usage" }).waitFor()
          assert.include(await page.locator(".used").innerText(), "1 of 1")
          await inspect(page, "workspace")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )
})

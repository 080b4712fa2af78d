/** docs/examples/website-contact-form, in Chromium, on another origin than the service. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import * as Example from "../support/examples/Example.ts"
import { Browser, open } from "../support/pages/Browser.ts"
import * as Intake from "../support/samples/Intake.ts"
import { TestService } from "../support/server/TestService.ts"

const serve = "docs/examples/website-contact-form/serve.ts"
const screenshots = process.env["SCREENSHOTS"]

/** The page, served for the form of a new workspace, or for one that is named. */
const site = Effect.fnUntraced(function* (address?: string) {
  const intake = yield* Intake.make
  const running = yield* Example.start([serve, address ?? intake.url + intake.page, "0"], {})
  const said = yield* Effect.promise(() => running.says("The page is at"))
  return { intake, url: new URL("/", /http:\S+/u.exec(said)![0]).href }
})

const fill = async (page: Page) => {
  await page.fill("#name", "Mia Chen")
  await page.fill("#workEmail", "mia@acme.example")
  await page.fill("#companyName", "Acme")
  await page.fill("#message", "Can you track 200 trailers?")
}

/** What the page says once it has an answer. */
const outcome = async (page: Page) => {
  const said = page.locator("#outcome:not(:empty)", { hasNotText: "Sending" })
  await said.waitFor()
  return said.innerText()
}

const look = async (page: Page, name: string) => {
  if (screenshots === undefined) return
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${screenshots}/form-${name}-${colorScheme}.png` })
  }
}

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the contact form",
  (it) => {
    it.effect("brings a lead with the campaign, also of a page before", () =>
      Effect.gen(function* () {
        const { intake, url } = yield* site()
        const { complaints, page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          await page.goto(`${url}?utm_source=news&utm_campaign=Spring&gclid=g1&other=1`)
          await page.goto(url)
          await fill(page)
          await page.click("button")
          assert.include(await outcome(page), "Thank you.")
          assert.strictEqual(await page.inputValue("#message"), "")
          await look(page, "sent")
          assert.deepStrictEqual(complaints, [])
        })
        const [lead, ...others] = yield* intake.leads
        assert.deepStrictEqual(others, [])
        assert.deepInclude(lead.contact, {
          firstName: "Mia",
          lastName: "Chen",
          email: "mia@acme.example",
          companyName: "Acme",
          message: "Can you track 200 trailers?"
        })
        assert.deepInclude(lead.attribution, {
          sourceUrl: url,
          pageTitle: "Contact us",
          utmSource: "news",
          utmCampaign: "Spring",
          gclid: "g1"
        })
        assert.isFalse(lead.suspect)
      })
    )

    it.effect("works without scripts, and comes back to the site", () =>
      Effect.gen(function* () {
        const { intake, url } = yield* site()
        const { page } = yield* open(yield* Browser, { javaScriptEnabled: false })
        yield* Effect.promise(async () => {
          await page.goto(url)
          await fill(page)
          await page.click("button")
          await page.waitForURL(`${url}thanks.html`)
          assert.include(await page.innerText("main"), "We have your message")
          await look(page, "thanks")
        })
        assert.lengthOf(yield* intake.leads, 1)
      })
    )

    it.effect("shows a problem at its field, and takes the mended form", () =>
      Effect.gen(function* () {
        const { intake, url } = yield* site()
        const { page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          await page.goto(url)
          await fill(page)
          // Browsers take it for an address; the service does not.
          await page.fill("#workEmail", "mia@acme")
          await page.click("button")
          assert.include(await outcome(page), "not sent yet")
          assert.include(await page.innerText("#problem-workEmail"), "email address")
          assert.strictEqual(await page.getAttribute(":focus", "id"), "workEmail")
          assert.strictEqual(await page.inputValue("#message"), "Can you track 200 trailers?")
          await look(page, "problem")
          await page.fill("#workEmail", "mia@acme.example")
          await page.click("button")
          await page.locator("#outcome", { hasText: "Thank you" }).waitFor()
          assert.strictEqual(await page.locator(".problem").count(), 0)
        })
        assert.lengthOf(yield* intake.leads, 1)
      })
    )

    it.effect("keeps the text when the form is closed, or the service is away or busy", () =>
      Effect.gen(function* () {
        const { intake, url } = yield* site()
        const { page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          await page.goto(url)
          await fill(page)
          const address = intake.url + intake.page
          await page.route(address, (route) => route.abort())
          await page.click("button")
          assert.include(await outcome(page), "Check your connection")
          await look(page, "away")
          await page.unroute(address)
          const headers = {
            "retry-after": "7",
            "access-control-allow-origin": "*",
            "access-control-expose-headers": "Retry-After"
          }
          const error = { type: "rate_limit_error", code: "rate_limited_address", message: "Too many." }
          await page.route(address, (route) =>
            route.request().method() === "OPTIONS"
              ? route.continue()
              : route.fulfill({ status: 429, headers, json: { error } })
          )
          await page.click("button")
          await page.locator("#outcome", { hasText: "in 7 seconds" }).waitFor()
          await page.unroute(address)
        })
        yield* intake.revoke
        yield* Effect.promise(async () => {
          await page.click("button")
          await page.locator("#outcome", { hasText: "This form is closed" }).waitFor()
          assert.strictEqual(await page.inputValue("#message"), "Can you track 200 trailers?")
        })
        assert.lengthOf(yield* intake.leads, 0)
      })
    )

    it.effect("is not served without the form's address", () =>
      Effect.promise(async () => {
        const { code, stderr } = await Example.run([serve, "https://a.example/contact"], {})
        assert.deepStrictEqual([code, stderr.includes("/f/<token>")], [2, true])
      })
    )
  }
)

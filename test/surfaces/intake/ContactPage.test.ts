import { assert, layer } from "@effect/vitest"
import axe from "axe-core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync } from "node:fs"
import type { Page } from "playwright-core"
import * as Browser from "../../support/pages/Browser.ts"
import * as Intake from "../../support/samples/Intake.ts"
import { TestService } from "../../support/server/TestService.ts"

const shots = process.env["SCREENSHOTS"]

const shoot = (page: Page, name: string) =>
  Effect.promise(async () => {
    if (shots === undefined) return
    if (!existsSync(shots)) mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
  })

/** The rules that axe-core reports, evaluated despite the page's policy, which blocks scripts. */
const violations = (page: Page) =>
  Effect.promise(async () => {
    await page.evaluate(axe.source)
    const found = await page.evaluate<Array<string>>(
      `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((n) => n.html).join()))`
    )
    return found
  })

const fill = (page: Page, email: string) =>
  Effect.promise(async () => {
    await page.getByLabel("First name").fill("Mia")
    await page.getByLabel("Last name").fill("Chen")
    await page.getByLabel("Work email").fill(email)
    await page.getByLabel("How can we help?").fill("\nCan you track <b>200</b> trailers?\n🚚")
    await page.getByLabel("I agree").check()
  })

const send = (page: Page) =>
  Effect.promise(async () => {
    await page.getByRole("button", { name: "Send" }).click()
    await page.waitForLoadState("load")
  })

layer(TestService.layer(), { timeout: "60 seconds" })("the contact page in a browser", (it) => {
  it.effect.each([
    ["with scripts on", true, "light", 1_000],
    ["with scripts off, dark and narrow", false, "dark", 320]
  ] as const)("is filled in, corrected and sent %s", ([, javaScriptEnabled, colorScheme, width]) =>
    Effect.gen(function* () {
      const { leads, page: path, url } = yield* Intake.make
      const browser = yield* Browser.browser
      const viewport = { width, height: 900 }
      const { complaints, page } = yield* Browser.open(browser, { javaScriptEnabled, colorScheme, viewport })
      yield* Effect.promise(() => page.goto(`${url}${path}?utm_source=news&gclid=g1`))
      yield* shoot(page, `form-${colorScheme}`)
      yield* TestClock.adjust("5 seconds")
      yield* fill(page, "mia@acme")
      yield* send(page)
      assert.match(yield* Effect.promise(() => page.title()), /^Error: /u)
      const email = page.getByLabel("Work email")
      const described = yield* Effect.promise(() => email.getAttribute("aria-describedby"))
      assert.strictEqual(described, "workEmail-error")
      const message = yield* Effect.promise(() => page.locator(`#${described}`).textContent())
      assert.strictEqual(message?.trim(), "Work email must be an email address.")
      const alert = yield* Effect.promise(() => page.getByRole("alert").textContent())
      assert.include(alert, "wasn’t sent")
      yield* shoot(page, `error-${colorScheme}`)
      assert.deepStrictEqual(yield* leads, [])
      yield* Effect.promise(() => email.fill("mia@acme.example"))
      yield* send(page)
      assert.strictEqual(yield* Effect.promise(() => page.title()), "Thank you")
      yield* shoot(page, `thanks-${colorScheme}`)
      const [lead, ...more] = yield* leads
      assert.lengthOf(more, 0)
      assert.deepInclude(lead.contact, {
        firstName: "Mia",
        lastName: "Chen",
        email: "mia@acme.example",
        phone: null,
        message: "\nCan you track <b>200</b> trailers?\n🚚",
        consent: true
      })
      assert.deepInclude(lead.attribution, { utmSource: "news", gclid: "g1" })
      // Chromium logs only the 400 of the form before its correction.
      assert.deepStrictEqual(
        complaints.filter((text) => !text.includes("status of 400")),
        []
      )
    })
  )

  it.effect("keeps an autofilled form that is sent at once", () =>
    Effect.gen(function* () {
      const { leads, page: path, send: call, url } = yield* Intake.make
      const browser = yield* Browser.browser
      const { page } = yield* Browser.open(browser)
      yield* Effect.promise(() => page.goto(url + path))
      yield* fill(page, "mia@acme.example")
      yield* send(page)
      assert.strictEqual(yield* Effect.promise(() => page.title()), "Thank you")
      assert.deepStrictEqual(yield* leads, [])
      const { body } = yield* Effect.promise(() => call("GET", "/v1/leads?view=suspect"))
      assert.deepStrictEqual(
        body.data.map(({ contact }: any) => contact.email),
        ["mia@acme.example"]
      )
    })
  )

  it.effect("has no axe-core findings on any of its pages", () =>
    Effect.gen(function* () {
      const { page: path, url } = yield* Intake.make
      const browser = yield* Browser.browser
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = yield* Browser.open(browser, { colorScheme })
        yield* Effect.promise(() => page.goto(url + path))
        assert.deepStrictEqual(yield* violations(page), [])
        yield* TestClock.adjust("5 seconds")
        yield* fill(page, "nope")
        yield* send(page)
        assert.deepStrictEqual(yield* violations(page), [])
        yield* Effect.promise(() => page.goto(`${url}${path}/thanks`))
        assert.deepStrictEqual(yield* violations(page), [])
        yield* Effect.promise(() => page.goto(`${url}/f/unknown`))
        assert.deepStrictEqual(yield* violations(page), [])
      }
    })
  )

  it.effect("works by keyboard alone, and hides the trap field from it", () =>
    Effect.gen(function* () {
      const { leads, page: path, url } = yield* Intake.make
      const browser = yield* Browser.browser
      const { page } = yield* Browser.open(browser)
      yield* Effect.promise(() => page.goto(url + path))
      yield* TestClock.adjust("5 seconds")
      const stops: Array<string> = []
      for (let press = 0; press < 12; press++) {
        yield* Effect.promise(() => page.keyboard.press("Tab"))
        const stop = yield* Effect.promise(() =>
          page.evaluate<string>("document.activeElement.name || document.activeElement.tagName")
        )
        stops.push(stop)
        if (stop === "firstName") yield* Effect.promise(() => page.keyboard.type("Mia"))
        if (stop === "BUTTON") break
      }
      assert.deepStrictEqual(
        stops,
        "firstName lastName workEmail phone companyName companyWebsite message howHeard consent BUTTON".split(
          " "
        )
      )
      yield* Effect.promise(async () => {
        await page.keyboard.press("Enter")
        await page.waitForURL("**/thanks")
      })
      assert.lengthOf(yield* leads, 1)
    })
  )

  it.effect("accepts a post from a script of another site", () =>
    Effect.gen(function* () {
      const { leads, page: path, url } = yield* Intake.make
      const browser = yield* Browser.browser
      const { page } = yield* Browser.open(browser)
      // Another name of the same machine is another origin.
      const site = url.replace("127.0.0.1", "localhost")
      yield* Effect.promise(() => page.goto(`${site}/healthz`))
      assert.strictEqual(yield* Effect.promise(() => page.evaluate("location.origin")), site)
      const script = (init: string) =>
        page.evaluate<unknown>(`fetch(${JSON.stringify(url + path)}, ${init}).then((r) => r.json())`)
      const json = `{ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email: "j@b.example" }) }`
      const data = `{ method: "POST", body: (() => { const d = new FormData(); d.set("email", "d@b.example"); return d })() }`
      const text = "Thank you. Your message was received."
      assert.deepStrictEqual(yield* Effect.promise(() => script(json)), { ok: true, message: text })
      assert.deepStrictEqual(yield* Effect.promise(() => script(data)), { ok: true, message: text })
      const emails = (yield* leads).map((lead: any) => lead.contact.email)
      assert.deepStrictEqual(emails, ["d@b.example", "j@b.example"])
    })
  )
})

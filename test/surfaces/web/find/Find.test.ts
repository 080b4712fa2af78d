import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../../support/pages/Browser.ts"
import { inspect } from "../../../support/pages/Looks.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

type Owner = Effect.Success<ReturnType<typeof SignedIn.make>>

const contact = { primaryContactName: "Zoë Ångström", primaryContactEmail: "zoe@velo.example" }

const add = async ({ board, send }: Owner, deal: Record<string, unknown>) => {
  const { body, status } = await send("POST", "/v1/deals", { boardId: board.id, ...deal })
  assert.strictEqual(status, 201)
  return body.id as string
}

/** Two deals of one contact, a lead, and a second board with a deal. */
const furnished = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const { send } = owner
  return yield* Effect.promise(async () => {
    const training = await add(owner, {
      name: "Training für Café Größenwahn",
      company: "Velo AG",
      ...contact
    })
    const rental = await add(owner, { name: "Rental", company: "Velo AG", ...contact })
    const lead = await send("POST", "/v1/leads", {
      boardId: owner.board.id,
      ...{
        firstName: "Omar",
        lastName: "Haddad",
        workEmail: "omar@kiosk.example",
        companyName: "Kiosk <b>24</b>"
      }
    })
    assert.strictEqual(lead.status, 201, lead.text)
    const partners = await send("POST", "/v1/boards", { name: "Partners" })
    assert.strictEqual(partners.status, 201, partners.text)
    const far = await add(owner, { boardId: partners.body.id, name: "Far away", company: "Nordlicht" })
    return {
      ...owner,
      ...{ training, rental, far, lead: lead.body.id as string, partners: partners.body.id as string }
    }
  })
})

/** Where the results of a page lead. */
const linksOf = ({ text }: { readonly text: string }) =>
  [...text.slice(text.indexOf('id="found"')).matchAll(/<a href="([^"]*)"/gu)].map(([, href]) => href!)

layer(TestService.layer())("the page of a search", (it) => {
  it.effect("finds by words in any order, without accents, on every board", () =>
    Effect.gen(function* () {
      const { browser, far, lead, partners, rental, training } = yield* furnished()
      yield* Effect.promise(async () => {
        const found = async (q: string) => linksOf(await browser.open(`/find?q=${encodeURIComponent(q)}`))
        assert.strictEqual((await found("grossenwahn cafe"))[0], `/deals/${training}`)
        assert.strictEqual((await found("velo training"))[0], `/deals/${training}`)
        assert.strictEqual((await found("NORDLICHT"))[0], `/deals/${far}`)
        assert.include(await found("omar haddad"), `/leads/${lead}`)
        assert.strictEqual((await found("partners"))[0], `/boards/${partners}`)
        const person = await found("angstrom zoe")
        assert.includeMembers(person, [
          `/deals/${training}`,
          `/deals/${rental}`,
          "/find?q=zoe%40velo.example"
        ])
        const members = await found("owner")
        assert.isTrue(
          members.some((href) => /^\/deals\?owner=[0-9a-f-]{36}$/u.test(href)),
          String(members)
        )
        assert.deepStrictEqual(await found("invite"), ["/settings/members"])
        assert.deepStrictEqual(await found("nobody has this"), [])
      })
    })
  )

  it.effect("shows nothing of another workspace", () =>
    Effect.gen(function* () {
      yield* furnished()
      const { browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const page = await browser.open("/find?q=velo")
        assert.deepStrictEqual(linksOf(page), [])
        assert.include(page.text, "No results for “velo”")
      })
    })
  )

  it.effect("takes whatever is typed, and shows at most eight of a kind", () =>
    Effect.gen(function* () {
      const owner = yield* furnished()
      yield* Effect.promise(async () => {
        for (let index = 0; index < 12; index++) await add(owner, { name: `Depot ${index}` })
        const many = await owner.browser.open("/find?q=depot")
        assert.lengthOf(linksOf(many), 8)
        assert.include(many.text, "There are more")
        const hostile = [
          "%",
          "_",
          "\\",
          "' OR 1=1 --",
          "\u0000",
          "\ud800",
          "´",
          "x".repeat(5000),
          "a ".repeat(40)
        ]
        for (const q of [...hostile, "<b>24</b>"]) {
          const page = await owner.browser.open(`/find?q=${encodeURIComponent(q.toWellFormed())}`)
          assert.strictEqual(page.status, 200, q)
          assert.notInclude(page.text, "<b>24</b>")
        }
      })
    })
  )
})

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("the search over every page", (it) => {
  it.effect(
    "opens a deal of another board by keys alone, Enter before the answer included",
    () =>
      Effect.gen(function* () {
        const owner = yield* furnished()
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}/reports`)
          await page.keyboard.press("/")
          await page.keyboard.type("nordl")
          await page.keyboard.press("Enter")
          await page.waitForURL(`**/deals/${owner.far}`)
          await page.keyboard.press("Control+k")
          await page.keyboard.type("velo")
          const results = page.locator(".finder .found a")
          await results.filter({ hasText: "Rental" }).first().waitFor()
          assert.strictEqual(await results.nth(0).getAttribute("class"), "first")
          await page.keyboard.press("ArrowDown")
          const second = await results.nth(1).getAttribute("href")
          await page.keyboard.press("ArrowUp")
          await page.keyboard.press("ArrowUp")
          assert.strictEqual(await page.evaluate("document.activeElement.localName"), "input")
          await page.keyboard.press("ArrowDown")
          await page.keyboard.press("Enter")
          await page.waitForURL(`**${second}`)
          await page.keyboard.press("Control+k")
          await page.keyboard.press("Escape")
          await page.locator(".finder").waitFor({ state: "hidden" })
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "is accessible, as a page too",
    () =>
      Effect.gen(function* () {
        const owner = yield* furnished()
        const { page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}/find?q=velo`)
          await inspect(page, "find")
          await page.goto(`${owner.base}/leads`)
          await page.getByRole("link", { name: "Find" }).click()
          await page.keyboard.type("velo")
          await page.locator(".finder .found b", { hasText: "Rental" }).first().waitFor()
          await inspect(page, "find-over")
          await page.keyboard.press("Escape")
          await page.getByRole("button", { name: "Account" }).click()
          await page.getByRole("button", { name: "Sign out" }).waitFor()
          await inspect(page, "account-menu")
        })
      }),
    120_000
  )
})

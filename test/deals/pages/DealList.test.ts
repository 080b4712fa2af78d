import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

const listing = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const ids = yield* fill(owner)
  const idsOf = (text: string) =>
    [...text.matchAll(/href="\/deals\/([0-9a-f-]{36})[?"]/gu)].map(([, id]) => id!)
  return { ...owner, ids, idsOf }
})

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the list of deals",
  (it) => {
    it.effect("offers a first deal where there is none, and no filter to clear", () =>
      Effect.gen(function* () {
        const { board, browser } = yield* SignedIn.make()
        const { text } = yield* Effect.promise(() => browser.open("/deals"))
        assert.include(text, "No open deals.")
        assert.include(text, `href="/boards/${board.id}/new"`)
        assert.notInclude(text, "Show all open deals")
      })
    )

    it.effect("shows what its address asks for, with sums, and ignores what is none", () =>
      Effect.gen(function* () {
        const { browser, board, idsOf, send } = yield* listing
        yield* Effect.promise(async () => {
          const eur = await send("POST", "/v1/boards", { name: "Europe", currency: "EUR" })
          await send("POST", "/v1/deals", { boardId: eur.body.id, name: "Rad", amountCents: 12_345 })
          const all = await browser.open("/deals")
          assert.strictEqual(all.status, 200)
          assert.lengthOf(idsOf(all.text), 8)
          assert.include(all.text, "8 deals")
          assert.include(all.text, "€123.45")
          assert.strictEqual(idsOf((await browser.open("/deals?sort=-amount")).text).length, 8)
          const sorted = (await browser.open(`/deals?sort=-amount&board=${board.id}`)).text
          assert.match(sorted, /aria-sort="descending"/u)
          assert.isBelow(sorted.indexOf("Fleet tracking rollout"), sorted.indexOf("Self-service kiosks"))
          assert.lengthOf(idsOf((await browser.open("/deals?q=trial%20velo")).text), 1)
          assert.lengthOf(idsOf((await browser.open("/deals?label=inbound&status=all")).text), 2)
          assert.include((await browser.open("/deals?q=zzz")).text, "No deals match.")
          const odd = "/deals?owner=x&board=x&status=x&sort=x&c=x&quiet=-1&stage=x%00&label=%00"
          assert.lengthOf(idsOf((await browser.open(odd)).text), 8)
          const old = await browser.open("/deals?cursor=forged&label=inbound")
          assert.strictEqual(old.status, 400)
          assert.include(old.text, "Showing the first page.")
          assert.lengthOf(idsOf(old.text), 2)
          assert.match(old.text, /name="label" value="inbound"/u)
          for (const [query, name, message] of [
            [`q=${"word ".repeat(11)}`, "q", "Search for at most 10 words."],
            ["closedFrom=2026-05-02&closedTo=2026-05-01", "closedFrom", "Change one of them"],
            ["expectedFrom=2026-05-02&expectedTo=2026-05-01", "expectedFrom", "Change one of them"],
            ["min=lots", "min", "Amount from"]
          ] as const) {
            const { status, text } = await browser.open(`/deals?${query}`)
            assert.strictEqual(status, 200, query)
            assert.include(text, `id="${name}-error"`)
            assert.include(text, message)
            assert.match(text, new RegExp(`name="${name}"[^>]*aria-invalid="true"`, "u"))
            assert.lengthOf(idsOf(text), 8)
          }
          const stages = await browser.open(
            `/deals?stage=${(await send("GET", `/v1/boards/${board.id}/stages`)).body[0].id}`
          )
          assert.strictEqual(stages.status, 200)
          const few = (await browser.open("/deals?c=contact&c=labels")).text
          assert.include(few, 'class="contact"')
          assert.notInclude(few, 'td class="amount"')
        })
      })
    )

    it.effect("changes the picked deals by one kind of change, all or none", () =>
      Effect.gen(function* () {
        const owner = yield* listing
        const { browser, board, ids, send, workspace } = owner
        const [, second] = yield* stagesOf(owner)
        const colleague = yield* (yield* TestService).member(workspace.id, "member")
        yield* Effect.promise(async () => {
          const path = `/deals?board=${board.id}`
          const apply = async (fields: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
            browser.submitTo(await browser.open(path), "/deals/bulk", { deal: ids.slice(0, 3), ...fields })
          const read = async (id: string) => (await send("GET", `/v1/deals/${id}`)).body
          const given = await apply({ do: "owner", owner: colleague.id })
          assert.include(given.text, "3 deals changed.")
          assert.include(given.url, path)
          await apply({ do: "move", stage: second!.id })
          await apply({ do: "add", label: "hot, really" })
          await apply({ do: "amount", percent: "2,5" })
          const deal = await read(ids[2]!)
          assert.deepInclude(deal, { ownerId: colleague.id, amountCents: 2_255_000 })
          assert.include(deal.labels, "hot, really")
          assert.strictEqual(deal.stage.id, second!.id)
          for (const [fields, said] of [
            [{ do: "add", label: " " }, "Enter a label first."],
            [{ do: "amount", percent: "many" }, "Enter a percentage first"],
            [{ do: "owner", owner: "x" }, ""],
            [{ do: "nothing" }, "Use a button next to a field"],
            [{ do: "owner", deal: [] }, "Select deals in the table first"]
          ] as const) {
            const refused = await apply(fields)
            assert.strictEqual(refused.status, 400, JSON.stringify(fields))
            assert.include(refused.text, said)
          }
          const gone = await apply({ do: "owner", owner: colleague.id, back: "//evil.example/deals" })
          assert.strictEqual(new URL(gone.url).pathname, "/deals")
        })
      })
    )

    it.effect("is a file that spreadsheets open without running anything", () =>
      Effect.gen(function* () {
        const { browser, board, send } = yield* listing
        yield* Effect.promise(async () => {
          await send("POST", "/v1/deals", {
            boardId: board.id,
            name: '=HYPERLINK("https://evil.example")',
            company: "+1\n2",
            amountCents: 12_345
          })
          const file = await browser.send("/deals/csv?q=hyperlink")
          assert.strictEqual(file.status, 200)
          assert.match(file.headers.get("content-type") ?? "", /^text\/csv/u)
          assert.match(file.headers.get("content-disposition") ?? "", /^attachment/u)
          const [head, ...rest] = file.text.split("\r\n")
          assert.match(head!, /"name","company","amount","currency"/u)
          assert.match(
            rest.join("\r\n"),
            /^"'=HYPERLINK\(""https:\/\/evil\.example""\)","'\+1\s2","123\.45"/u
          )
        })
      })
    )

    it.effect("shows viewers no controls, and takes no change of theirs", () =>
      Effect.gen(function* () {
        const { ids, send, workspace } = yield* listing
        const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
        const browser = yield* SignedIn.browserOf(viewer.id)
        yield* Effect.promise(async () => {
          const page = await browser.open("/deals")
          assert.notInclude(page.text, "/deals/bulk")
          const csrf = page.forms.flatMap(({ inputs }) => inputs).find(({ name }) => name === "csrf")!.value
          const body = new URLSearchParams({ csrf, deal: ids[0]!, do: "add", label: "x" }).toString()
          assert.strictEqual((await browser.send("/deals/bulk", { body })).status, 403)
          assert.notInclude((await send("GET", `/v1/deals/${ids[0]}`)).body.labels, "x")
        })
      })
    )

    it.effect(
      "looks right, and brings up what can be done with the picked",
      () =>
        Effect.gen(function* () {
          const owner = yield* listing
          yield* fill(owner, 30)
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/deals`)
            await inspect(page, "deals")
            assert.isFalse(await page.locator(".bulk").isVisible())
            await page.locator("#pick-all").check()
            await page.locator(".bulk").waitFor()
            await inspect(page, "deals-picked")
            await page.locator("#bulk-label").fill("big")
            await page.locator("#bulk-label").press("Enter")
            await page.getByText(/\d+ deals changed/u).waitFor()
            await page.getByRole("button", { name: "Filter" }).click()
            await page.locator("summary", { hasText: "More filters" }).click()
            await inspect(page, "deals-filters")
            await page.locator("#status").selectOption("won")
            await page.waitForURL("**/deals?status=won")
            await page.setViewportSize({ width: 1280, height: 800 })
            await page.goto(`${owner.base}/reports`)
            await page.getByRole("link", { name: "Deals", exact: true }).click()
            await page.waitForURL("**/deals?status=won")
            await weigh(page, `${owner.base}/deals?status=all`)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      120_000
    )
  }
)

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

const looking = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const [, id = ""] = yield* fill(owner, 3)
  const read = () => owner.send("GET", `/v1/deals/${id}`).then(({ body }) => body)
  return { ...owner, id, path: `/deals/${id}`, read }
})

layer(Layer.merge(TestService.layer({ PROMOTION_ENABLED: "true" }), Browser.layer()), {
  excludeTestServices: true
})("a deal, edited in place", (it) => {
  it.effect("is saved part by part without scripts, and says at the field what was wrong", () =>
    Effect.gen(function* () {
      const { browser, path, read } = yield* looking()
      yield* Effect.promise(async () => {
        const save = async (part: string, fields: Readonly<Record<string, string>>) =>
          browser.submitTo(await browser.open(path), `${path}/edit/${part}`, fields)
        assert.include((await save("amount", { amountCents: "12500.50" })).text, "Saved.")
        await save("next", { nextStep: "Send the contract", nextStepAt: "2020-05-08" })
        await save("contact", { primaryContactPhone: "+31 20 123" })
        assert.deepInclude(await read(), {
          amountCents: 1_250_050,
          nextStep: "Send the contract",
          nextStepAt: "2020-05-08T23:59:59.999Z"
        })
        const { text } = await browser.open(path)
        assert.match(text, /Send the contract<\/b>\s*<span class="due late"\s*>\s*was due/u)
        const wrong = await save("amount", { amountCents: "1.234" })
        assert.strictEqual(wrong.status, 400)
        assert.match(wrong.text, /<details id="edit-amount" name="edited" open/u)
        assert.include(wrong.text, "is ambiguous")
        assert.strictEqual((await browser.send(`${path}/edit/toString`)).status, 405)
        const csrf = wrong.forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
        const none = await browser.send(`${path}/edit/toString`, {
          body: new URLSearchParams({ csrf }).toString()
        })
        assert.strictEqual(none.status, 404)
      })
    })
  )

  it.effect("does not take the place of what somebody else wrote meanwhile, unless sent once more", () =>
    Effect.gen(function* () {
      const { browser, path, read, send } = yield* looking()
      yield* Effect.promise(async () => {
        const seen = await browser.open(path)
        await send("PATCH", `/v1${path}`, { company: "Theirs" })
        const refused = await browser.submitTo(seen, `${path}/edit/company`, { company: "Mine" })
        assert.include(refused.text, "Company was changed by someone else")
        assert.strictEqual((await read()).company, "Theirs")
        await browser.submitTo(refused, `${path}/edit/company`, { company: "Mine" })
        assert.strictEqual((await read()).company, "Mine")
      })
    })
  )

  it.effect("leads along the board, and to what its lead wrote", () =>
    Effect.gen(function* () {
      const { browser, id, path, send, board } = yield* looking()
      yield* Effect.promise(async () => {
        const idsOf = async (address: string) =>
          [
            ...(await browser.open(address)).text.matchAll(/rel="(prev|next)"\s+href="\/deals\/([^"]+)"/gu)
          ].map(([, to, at]) => [to, at] as const)
        const onBoard = [
          ...(await browser.open(`/boards/${board.id}`)).text.matchAll(/href="\/deals\/([0-9a-f-]{36})"/gu)
        ].map(([, one]) => one)
        const seen = [onBoard[0]!]
        for (;;) {
          const next = (await idsOf(`/deals/${seen.at(-1)}`)).find(([to]) => to === "next")
          if (next === undefined) break
          seen.push(next[1]!)
        }
        assert.deepStrictEqual(seen, onBoard)
        assert.include(seen, id)
        const back = (await idsOf(`/deals/${seen[1]}`)).find(([to]) => to === "prev")
        assert.strictEqual(back?.[1], seen[0])

        const lead = await send("POST", "/v1/leads", { firstName: "Mia", message: "We need *bicycles*." })
        await send("POST", `/v1/leads/${lead.body.id}/enrichment`, { body: "## Fit\nGood", score: 81 })
        const made = await send("POST", `/v1/leads/${lead.body.id}/promote`, {})
        const { text } = await browser.open(`/deals/${made.body.dealId}`)
        assert.include(text, "We need *bicycles*.")
        assert.include(text, `href="/leads/${lead.body.id}"`)
        assert.notInclude((await browser.open(path)).text, 'id="lead"')
      })
    })
  )

  it.effect(
    "takes keys: Enter saves, Escape puts back, Ctrl+Enter adds the note whose draft was kept",
    () =>
      Effect.gen(function* () {
        const owner = yield* looking()
        const { base, path, read, send } = owner
        const stages = yield* stagesOf(owner)
        const of = (region: string) => stages.filter((stage) => stage.region === region)
        const filled = (region: string) => [
          ...of(region),
          ...Array.from({ length: 5 - of(region).length }, (_, index) => ({
            name: `${region} ${index}`,
            region
          }))
        ]
        const many = [...filled("early"), ...of("anchor"), ...filled("late"), ...of("won"), ...of("dead")]
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(base + path)
          await page.locator("#part-amount .value").click()
          await page.locator("#amountCents-inline").fill("77")
          await page.keyboard.press("Escape")
          assert.isFalse(await page.locator("#edit-amount").evaluate((one) => one.hasAttribute("open")))
          await page.keyboard.press("Enter")
          await page.locator("#amountCents-inline").fill("4711")
          await page.keyboard.press("Enter")
          await page.locator("#part-amount .value", { hasText: "$4,711.00" }).waitFor()
          assert.strictEqual((await read()).amountCents, 471_100)

          await page.getByLabel("Edit: Company").click()
          await send("PATCH", `/v1${path}`, { company: "Theirs" })
          await page.locator("#company-inline").fill("Mine")
          await page.keyboard.press("Enter")
          await page.locator("#part-company .value", { hasText: "Theirs" }).waitFor()
          assert.strictEqual(await page.locator("#company-inline").inputValue(), "Mine")
          await inspect(page, "deal-inline")
          await page.locator("#company-inline").press("Enter")
          await page.locator("#part-company .value", { hasText: "Mine" }).waitFor()

          await page.getByRole("button", { name: `Move to ${stages[1]!.name}` }).click()
          await page.locator(".steps [aria-current]", { hasText: stages[1]!.name }).waitFor()

          const area = page.getByRole("textbox", { name: "Add a note" })
          await area.fill("Call **Sanne** at https://velo.example")
          await page.reload()
          assert.strictEqual(await area.inputValue(), "Call **Sanne** at https://velo.example")
          await area.press("Control+Enter")
          await page.locator(".note strong", { hasText: "Sanne" }).waitFor()
          assert.strictEqual(await area.inputValue(), "")
          await page.reload()
          assert.strictEqual(await area.inputValue(), "")
          await area.fill("A second one.")
          await area.press("Meta+Enter")
          await page.locator(".note", { hasText: "A second one." }).waitFor()

          const set = await send("PUT", `/v1/boards/${owner.board.id}/stages`, {
            stages: many.map(({ name, region, ...stage }) => ({
              ...("id" in stage && { id: stage.id }),
              name,
              region
            }))
          })
          assert.strictEqual(set.status, 200, set.text)
          await page.goto(base + path)
          const steps = page.locator(".steps li")
          assert.strictEqual(await steps.count(), 13)
          const tops = await steps.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
          assert.strictEqual(new Set(tops).size, 1)
          await inspect(page, "deal-many-stages")
          // The browser notes the change that was refused.
          assert.deepStrictEqual(complaints, [
            "Failed to load resource: the server responded with a status of 400 (Bad Request)"
          ])
        })
      }),
    120_000
  )
})

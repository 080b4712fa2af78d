import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

/** Hostile text for every text field of a deal. */
const hostile = [
  `"><script>window.owned = 1</script>`,
  `<img src=x onerror="window.owned = 2">`,
  `</textarea></title></option><svg onload="window.owned = 3">`,
  `' autofocus onfocus='window.owned = 4' x='`,
  `\`"'><b>{{7*7}}\${7*7}</b>`,
  "javascript:window.owned = 5",
  "java\tscript:window.owned = 6",
  "data:text/html,<script>window.owned = 7</script>"
]

layer(inChromium, { excludeTestServices: true })("a deal, in Chromium", (it) => {
  it.effect(
    "looks right, with many details and with few",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const stages = yield* stagesOf(owner)
        const [plain, rich] = yield* fill(owner, 6)
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          const to = (stage: number) =>
            owner.send("POST", `/v1/deals/${rich}/move`, { toStageId: stages[stage]!.id })
          await to(1)
          await to(5)
          await to(2)
          const contentText = "Security review passed.\nLegal wants a 60-day exit clause."
          await owner.send("POST", `/v1/deals/${rich}/notes`, { contentText })
          await owner.send("PATCH", `/v1/deals/${rich}`, {
            amountCents: 4_800_050,
            keyTerms: "Net 30, two years.\n\n60 days to leave.",
            labels: ["enterprise", "A label of quite some length that goes on for a while yet"],
            primaryContactTitle: "Head of Operations",
            primaryContactPhone: "+49 30 123456",
            primaryContactLinkedin:
              "https://www.linkedin.com/in/priya-raman-with-a-rather-long-handle-0123456789"
          })
          await page.goto(`${owner.base}/deals/${rich}`)
          await inspect(page, "deal")
          await page.getByRole("link", { name: "Edit this note" }).click()
          await inspect(page, "deal-note-edited")
          await page.goto(`${owner.base}/deals/${plain}`)
          await inspect(page, "deal-plain")
          await page.goto(`${owner.base}/deals/${rich}/edit`)
          await page.getByText("Delete this deal").click()
          await inspect(page, "deal-edit")
          await page.goto(`${owner.base}/boards/${owner.board.id}/new`)
          await inspect(page, "deal-new")
          await page.goto(`${owner.base}/boards/${owner.board.id}?stage=${stages[1]!.id}`)
          await inspect(page, "board-stage")
          await page.goto(`${owner.base}/boards/${owner.board.id}?q=zzz`)
          await inspect(page, "board-nothing")
          await weigh(page, `${owner.base}/deals/${rich}`)
          await weigh(page, `${owner.base}/deals/${rich}/edit`)
          assert.deepStrictEqual(complaints, [])
        })
      }),
    120_000
  )

  it.effect(
    "runs nothing written in its fields, and links only where it should",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const stages = yield* stagesOf(owner)
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        const { send } = owner
        const visit = async (address: string) => {
          await page.goto(owner.base + address)
          assert.isUndefined(await page.evaluate("window.owned"), address)
        }
        const make = async (text: string) => {
          const contact = {
            primaryContactName: text,
            primaryContactTitle: text,
            primaryContactEmail: text,
            primaryContactPhone: text,
            primaryContactLinkedin: text
          }
          const fields = {
            name: text,
            company: text,
            labels: [text.slice(0, 80)],
            keyTerms: text,
            ...contact
          }
          const made = await send("POST", "/v1/deals", { boardId: owner.board.id, ...fields })
          assert.strictEqual(made.status, 201, made.text)
          const { id } = made.body
          const note = await send("POST", `/v1/deals/${id}/notes`, { contentText: text })
          await send("PATCH", `/v1/deals/${id}`, { name: `${text}!`, company: `${text}!`, labels: [] })
          return { path: `/deals/${id}`, note: note.body.id as string }
        }
        yield* Effect.promise(async () => {
          const named = stages
            .slice(0, 5)
            .map(({ id, region }, index) => ({ id, region, name: hostile[index]! }))
          const renamed = await send("PUT", `/v1/boards/${owner.board.id}/stages`, { stages: named })
          assert.strictEqual(renamed.status, 200, renamed.text)
          for (const text of hostile) {
            const { note, path } = await make(text)
            await visit(`${path}?edit=${note}`)
            assert.strictEqual(await page.locator(`#contentText-${note}`).inputValue(), text)
            await visit(`${path}/edit`)
            assert.strictEqual(await page.getByLabel("Key terms").inputValue(), text)
            assert.strictEqual(await page.getByLabel("Company").inputValue(), `${text}!`)
            await visit(path)
            assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), `${text}!`)
            const addresses = await page
              .locator("dd a")
              .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
            assert.deepStrictEqual(
              addresses.filter((address) => !/^(mailto|tel):/u.test(address)),
              []
            )
          }
          for (const address of [
            "/boards",
            `/boards/${owner.board.id}?q=${encodeURIComponent(hostile[0]!)}`
          ]) {
            await visit(address)
            await page.locator(".deal .name").first().focus()
            await page.keyboard.press("Shift+ArrowRight")
            await page.locator("#said", { hasText: " is in " }).waitFor()
            assert.isUndefined(await page.evaluate("window.owned"))
          }
          await visit(`/boards/${owner.board.id}?stage=${stages[0]!.id}`)
          await visit(`/boards/${owner.board.id}?q=${encodeURIComponent(hostile[1]!)}`)
          assert.deepStrictEqual(complaints, [])
        })
      }),
    120_000
  )
})

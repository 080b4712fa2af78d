import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as LeadSamples from "../../support/samples/LeadSamples.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const settings = { OUTBOUND_ALLOW_PRIVATE: "true", PROMOTION_ENABLED: "true" }

layer(Layer.merge(TestService.layer(settings), Browser.layer()), { excludeTestServices: true })(
  "the leads' pages",
  (it) => {
    it.effect(
      "are accessible, load little, and shift nothing",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { base, send } = owner
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          const empty = () => page.goto(`${base}/leads`)
          yield* Effect.promise(async () => {
            await empty()
            await inspect(page, "inbox-empty")
            await send("POST", "/v1/boards", { name: "Enterprise", currency: "EUR" })
          })
          const images = yield* LeadSamples.gallery
          const ids = yield* LeadSamples.fill(owner, 26)
          yield* Effect.promise(async () => {
            const { body } = await send("POST", "/v1/leads", LeadSamples.full)
            const enrichment = {
              ...LeadSamples.long,
              screenshot: `${images.url}/1.png`,
              attachments: [{ url: `${images.url}/2.png`, filename: "pricing.png" }]
            }
            assert.strictEqual((await send("PATCH", `/v1/leads/${body.id}`, { enrichment })).status, 200)
            await send("PATCH", `/v1/leads/${ids[0]}`, { triageStatus: "junk" })
            await send("PATCH", `/v1/leads/${ids[20]}`, { triageStatus: "contacted" })
            await page.goto(`${base}/leads`)
            await page.locator(".lead h2 a").nth(2).focus()
            await inspect(page, "inbox")
            await page.goto(`${base}/leads?status=all&q=nothing+like+it`)
            await inspect(page, "inbox-no-match")
            await page.goto(`${base}/leads/${body.id}`)
            await page.locator("#findings details summary").click()
            await inspect(page, "lead")
            await page.goto(`${base}/leads/${ids[0]}`)
            await inspect(page, "lead-junk")
            await page.goto(`${base}/leads/${ids[1]}`)
            await inspect(page, "lead-being-scored")
            await weigh(page, `${base}/leads`)
            assert.strictEqual(await page.locator(".lead").count(), 25)
            await weigh(page, `${base}/leads/${body.id}`)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      180_000
    )
  }
)

import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../support/Browser.ts"
import { fill, stagesOf } from "../support/DealSamples.ts"
import { inspect, weigh } from "../support/Looks.ts"
import * as SignedIn from "../support/SignedIn.ts"
import { TestService } from "../support/TestService.ts"

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "a deal, in Chromium",
  (it) => {
    it.effect(
      "looks right, with much and with little to tell",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const stages = yield* stagesOf(owner)
          const [plain, rich] = yield* fill(owner, 6)
          const { page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await owner.send("POST", `/v1/deals/${rich}/move`, { toStageId: stages[1]!.id })
            await owner.send("POST", `/v1/deals/${rich}/move`, { toStageId: stages[2]!.id })
            await owner.send("POST", `/v1/deals/${rich}/notes`, {
              contentText: "Security review passed.\nLegal wants a 60-day exit clause."
            })
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
          })
        }),
      120_000
    )
  }
)

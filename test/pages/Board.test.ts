import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../support/Browser.ts"
import { fill } from "../support/DealSamples.ts"
import { inspect, weigh } from "../support/Looks.ts"
import * as SignedIn from "../support/SignedIn.ts"
import { TestService } from "../support/TestService.ts"

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the board, in Chromium",
  (it) => {
    it.effect(
      "looks right, empty, filled and full",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(() => page.goto(`${owner.base}/boards`))
          yield* Effect.promise(() => inspect(page, "board-empty"))
          yield* fill(owner)
          yield* Effect.promise(async () => {
            await page.reload()
            await inspect(page, "board")
          })
          const many = yield* SignedIn.make()
          yield* fill(many, 60)
          yield* SignedIn.inChromium(page, many)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/boards`)
            await inspect(page, "board-full")
            await weigh(page, page.url())
          })
        }),
      120_000
    )
  }
)

/** Draws images of reports in a separate thread, and caches them until the numbers change. */
import { Context, Effect, Layer, Semaphore } from "effect"
import { createHash } from "node:crypto"
import type { Theme } from "../../src/reports/rules/ReportImage.ts"
import type { View } from "../../src/reports/rules/ReportFigures.ts"
import type { Drawn, Order } from "./images/DrawingThread.ts"
import * as Thread from "../runtime/Thread.ts"

export interface Image {
  readonly png: string
  readonly width: number
  readonly height: number
}

/** The number of cached images, of about 100 kB each. */
const cacheSize = 100

const keyOf = (view: View, theme: Theme) =>
  createHash("sha256")
    .update(JSON.stringify([view, theme]))
    .digest("base64")

export class ReportImages extends Context.Service<
  ReportImages,
  {
    /** A PNG in base64. */
    readonly draw: (view: View, theme: Theme) => Effect.Effect<Image>
  }
>()("pipeline/layers/ReportImages") {
  static readonly layer = Layer.effect(
    ReportImages,
    Effect.gen(function* () {
      const { order, stop } = Thread.make<Order, Drawn>(
        new URL("./images/DrawingThread.ts", import.meta.url),
        "30 seconds"
      )
      yield* Effect.addFinalizer(() => stop)
      const semaphore = yield* Semaphore.make(1)
      const cache = new Map<string, Image>()

      const keep = (key: string, image: Image) => {
        cache.delete(key)
        cache.set(key, image)
        if (cache.size > cacheSize) cache.delete(cache.keys().next().value!)
        return image
      }

      const draw = Effect.fn("ReportImages.draw")(function* (view: View, theme: Theme) {
        const key = keyOf(view, theme)
        // Concurrent requests for the same image wait for the first one, and then find it cached.
        const drawn = Effect.gen(function* () {
          const found = cache.get(key)
          if (found !== undefined) return found
          const { height, png, width } = yield* Effect.orDie(order({ view, theme }))
          return { png: Buffer.from(png).toString("base64"), width, height }
        })
        const found = cache.get(key) ?? (yield* semaphore.withPermits(1)(drawn))
        return keep(key, found)
      })
      return ReportImages.of({ draw })
    })
  )
}

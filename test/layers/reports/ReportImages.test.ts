import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import sharp from "sharp"
import { ReportImages } from "../../../layers/reports/ReportImages.ts"
import { viewOf } from "../../../src/reports/rules/ReportView.ts"
import { samples } from "../../support/samples/ReportSamples.ts"

/** The directory for the images, if wanted. */
const shots = process.env["SCREENSHOTS"]

const bytesOf = (png: string) => Buffer.from(png, "base64")

layer(ReportImages.layer)("an image of a report", (it) => {
  for (const [name, { kind, report }] of Object.entries(samples)) {
    it.effect(`draws ${name} 1,200 pixels wide, in light and in dark, up to its margins`, () =>
      Effect.gen(function* () {
        const images = yield* ReportImages
        for (const theme of ["light", "dark"] as const) {
          const { height, png, width } = yield* images.draw(viewOf(kind, report), theme)
          const image = sharp(bytesOf(png))
          const { format, ...size } = yield* Effect.promise(() => image.metadata())
          assert.deepInclude(size, { width: 1200, height })
          assert.strictEqual(format, "png")
          assert.strictEqual(width, 1200)
          const drawn = yield* Effect.promise(() =>
            image.clone().trim().toBuffer({ resolveWithObject: true })
          )
          const { trimOffsetLeft = 0, trimOffsetTop = 0, width: used } = drawn.info
          assert.isAtLeast(-trimOffsetLeft, 50)
          assert.isAtLeast(-trimOffsetTop, 50)
          assert.isAtMost(-trimOffsetLeft + used, 1150)
          if (shots === undefined) continue
          mkdirSync(shots, { recursive: true })
          writeFileSync(`${shots}/picture-${name}-${theme}.png`, bytesOf(png))
        }
      })
    )
  }

  it.effect("has a glyph for each letter of Latin, Greek and Cyrillic", () =>
    Effect.gen(function* () {
      const images = yield* ReportImages
      const { kind, report } = samples["weighted_pipeline"]!
      const named = (board_name: string) =>
        Effect.map(
          images.draw(viewOf(kind, { ...(report as object), board_name }), "light"),
          (image) => image.png
        )
      // Letters without a glyph are all drawn as the same empty box.
      const letters = [..."AÄŁŐȘΩΞπάЖЩЇґљ", "\u{1F985}"]
      const drawn = new Set<string>()
      for (const letter of letters) drawn.add(yield* named(letter))
      assert.strictEqual(drawn.size, letters.length)
    })
  )

  it.effect("is drawn once for all requests with the same numbers", () =>
    Effect.gen(function* () {
      const images = yield* ReportImages
      const { kind, report } = samples["this_month"]!
      const view = viewOf(kind, { ...(report as object), board_name: "Once" })
      const all = yield* Effect.all(
        Array.from({ length: 10 }, () => images.draw(structuredClone(view), "light")),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all).size, 1)
      assert.notStrictEqual(yield* images.draw(view, "dark"), all[0])
    })
  )
})

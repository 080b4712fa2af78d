/** Lays out boxes as an SVG with the packaged fonts, and with others if the text needs them. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import satori from "satori"
import { width } from "../../../src/reports/rules/ReportImage.ts"
import * as Fallbacks from "./Fallbacks.ts"

const require = createRequire(import.meta.url)

/** The whole typeface rather than a subset, because board and stage names may be Greek or Cyrillic. */
const font = (file: string, weight: 400 | 600) => ({
  name: "Inter",
  data: readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`)),
  weight,
  style: "normal" as const
})

const fonts = [font("400Regular/Inter_400Regular.ttf", 400), font("600SemiBold/Inter_600SemiBold.ttf", 600)]

/** `text` is all text in the boxes. */
export const svg = (boxes: unknown, text: string): Promise<string> =>
  satori(boxes as never, {
    width,
    fonts,
    loadAdditionalAsset: async (code, chars) =>
      code === "emoji" ? (Fallbacks.emoji(chars) ?? []) : Fallbacks.fontsFor(chars, text)
  })

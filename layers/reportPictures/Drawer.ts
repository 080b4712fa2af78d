/** The thread that draws: lays boxes out with the package's own fonts, and turns them into a PNG. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { parentPort } from "node:worker_threads"
import satori from "satori"
import sharp from "sharp"
import { picture, type Theme, width } from "../../src/domain/ReportPicture.ts"
import type { View } from "../../src/domain/ReportView.ts"

export interface Order {
  readonly id: number
  readonly view: View
  readonly theme: Theme
}

export type Drawn =
  | { readonly id: number; readonly png: Uint8Array; readonly width: number; readonly height: number }
  | { readonly id: number; readonly error: string }

const require = createRequire(import.meta.url)

/** The whole typeface, not a subset of it: board and stage names may be Greek or Cyrillic. */
const font = (file: string, weight: 400 | 600) => ({
  name: "Inter",
  data: readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`)),
  weight,
  style: "normal" as const
})

const fonts = [font("400Regular/Inter_400Regular.ttf", 400), font("600SemiBold/Inter_600SemiBold.ttf", 600)]

const draw = async ({ id, theme, view }: Order): Promise<Drawn> => {
  const svg = await satori(picture(view, theme) as never, { width, fonts })
  const { data, info } = await sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true })
  return { id, png: data, width: info.width, height: info.height }
}

parentPort?.on("message", (order: Order) => {
  draw(order)
    .catch((error): Drawn => ({ id: order.id, error: String(error) }))
    .then((drawn) => parentPort!.postMessage(drawn))
})

/** The drawing thread: lays out boxes and renders them as a PNG. */
import { parentPort } from "node:worker_threads"
import sharp from "sharp"
import { image, type Theme } from "../../../src/reports/rules/ReportImage.ts"
import type { View } from "../../../src/reports/rules/ReportFigures.ts"
import * as Thread from "../../runtime/Thread.ts"
import * as ImageLayout from "./ImageLayout.ts"

export interface Order {
  readonly view: View
  readonly theme: Theme
}

export interface Drawn {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

const draw = async ({ theme, view }: Order): Promise<Drawn> => {
  const svg = await ImageLayout.svg(image(view, theme), JSON.stringify(view))
  const { data, info } = await sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

/** One at a time, because images share no loaded resources. */
Thread.serve<Order, Drawn>(parentPort, draw)

/**
 * Fonts and emoji images for characters that the typeface lacks, loaded when a text needs them. The font of a script is split into slices
 * of some hundred characters, and only the needed slices are read.
 */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import subsetFont from "subset-font"

const require = createRequire(import.meta.url)

export const weights = [400, 600] as const

interface Fallback {
  readonly name: string
  readonly data: Buffer
  readonly weight: (typeof weights)[number]
  readonly style: "normal"
}

/** Families of Noto Sans. The first that has a character draws it; East Asian families, the largest, come last. */
const families = [
  "arabic",
  "hebrew",
  "devanagari",
  "bengali",
  "tamil",
  "telugu",
  "thai",
  "armenian",
  "georgian"
] as const

/** Han characters differ by language, which the text's other characters may indicate. */
const eastAsian = (text: string): ReadonlyArray<string> => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ["jp", "sc", "kr"]
  return /\p{Script=Hangul}/u.test(text) ? ["kr", "sc", "jp"] : ["sc", "jp", "kr"]
}

interface Slice {
  readonly file: string
  /** The first and last code point of each range. */
  readonly ranges: ReadonlyArray<readonly [number, number]>
}

const rangeOf = (text: string): readonly [number, number] => {
  const [first = "", last = first] = text.trim().replace(/^U\+/u, "").split("-")
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const slices = new Map<string, ReadonlyArray<Slice>>()

const slicesOf = (family: string): ReadonlyArray<Slice> => {
  const found = slices.get(family)
  if (found !== undefined) return found
  const place = `@fontsource-variable/noto-sans-${family}`
  const listed = JSON.parse(readFileSync(require.resolve(`${place}/unicode.json`), "utf8"))
  const made = Object.entries(listed as Record<string, string>)
    .filter(([name]) => name === family || name.startsWith("["))
    .map(([name, ranges]) => ({
      file: `${place}/files/noto-sans-${family}-${name.replaceAll(/[[\]]/gu, "")}-wght-normal.woff2`,
      ranges: ranges.split(",").map(rangeOf)
    }))
  slices.set(family, made)
  return made
}

const covers = (point: number) => (slice: Slice) =>
  slice.ranges.some(([first, last]) => first <= point && point <= last)

const fileFor = (char: string, order: ReadonlyArray<string>): string | undefined => {
  for (const family of order) {
    const slice = slicesOf(family).find(covers(char.codePointAt(0)!))
    if (slice !== undefined) return slice.file
  }
  return undefined
}

const instances = new Map<string, Promise<Buffer>>()

/**
 * A slice at one weight, cached after the first use (about 50 kB). satori identifies fonts by name, so a name must always
 * mean the same font.
 */
const instance = (file: string, weight: (typeof weights)[number]): Promise<Buffer> => {
  const key = `${file} ${weight}`
  const known = instances.get(key)
  if (known !== undefined) return known
  const options = { targetFormat: "truetype", variationAxes: { wght: weight }, keepAllGlyphs: true }
  const made = subsetFont(readFileSync(require.resolve(file)), "", options as never)
  instances.set(key, made)
  return made
}

/** Fonts that draw these characters of `text`; none for an unsupported script. */
export const fontsFor = async (chars: string, text: string): Promise<Array<Fallback>> => {
  const order = [...families, ...eastAsian(text)]
  const files = new Set(Array.from(chars, (char) => fileFor(char, order)))
  const made: Array<Fallback> = []
  for (const name of files) {
    if (name === undefined) continue
    for (const weight of weights) {
      made.push({ name, data: await instance(name, weight), weight, style: "normal" })
    }
  }
  return made
}

const emojis = dirname(require.resolve("@twemoji/svg/package.json"))

/** The image of an emoji as a data URL, if there is one. The files are named after the code points. */
export const emoji = (grapheme: string): string | undefined => {
  const points = Array.from(grapheme, (char) => char.codePointAt(0)!.toString(16))
  const names = [points, points.filter((point) => point !== "fe0f")].map((name) => `${name.join("-")}.svg`)
  const file = names.map((name) => join(emojis, name)).find((path) => existsSync(path))
  return file === undefined ? undefined : `data:image/svg+xml;base64,${readFileSync(file).toString("base64")}`
}

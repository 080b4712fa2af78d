/** Reads Outlook's winmail.dat (MS-OXTNEF): the message text and the names of its files. Text in compressed RTF only is skipped. */
export interface Tnef {
  readonly text: string
  readonly html: string
  readonly names: ReadonlyArray<string>
}

const signature = 0x223e9f78

/** Ids of attributes, and of MAPI properties within an attribute. */
const attribute = { body: 0x0002800c, properties: 0x00069003, title: 0x00018010 }
const property = { body: 0x1000, html: 0x1013 }

/** The maximum number of attributes and of properties read. */
const maxEntries = 1_000

const western = new TextDecoder("windows-1252")
const utf8 = new TextDecoder("utf-8", { fatal: true })

const textOf = (bytes: Buffer): string => {
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  return Buffer.compare(Buffer.from(text.toString("utf8"), "utf8"), text) === 0
    ? utf8.decode(text)
    : western.decode(text)
}

/** The size in bytes of fixed-size types. Values of variable size contain their length. */
const sizes = new Map([
  [2, 4],
  [3, 4],
  [4, 4],
  [5, 8],
  [6, 8],
  [7, 8],
  [10, 4],
  [11, 4],
  [20, 8],
  [64, 8],
  [72, 16]
])
const variable = new Set([0x1e, 0x1f, 0x0d, 0x102])

const padded = (size: number): number => Math.ceil(size / 4) * 4

/** The text and HTML among the properties. Stops at the first property that it can't read. */
const propertiesOf = (bytes: Buffer): { text: string; html: string } => {
  const found = { text: "", html: "" }
  let at = 4
  for (let count = 0; count < maxEntries && at + 8 <= bytes.length; count++) {
    const [type, id] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    at += 4
    if (id >= 0x8000) {
      if (at + 24 > bytes.length) break
      const isNamed = bytes.readUInt32LE(at + 16) === 1
      at += 24 + (isNamed ? padded(bytes.readUInt32LE(at + 20)) : 0)
    }
    const fixed = sizes.get(type)
    if (fixed !== undefined) {
      at += fixed
      continue
    }
    if (!variable.has(type) || at + 8 > bytes.length) break
    const length = bytes.readUInt32LE(at + 4)
    const value = bytes.subarray(at + 8, at + 8 + length)
    const text = type === 0x1f ? value.toString("utf16le").replace(/\0+$/u, "") : textOf(value)
    if (id === property.body) found.text = text
    if (id === property.html) found.html = text
    at += 8 + padded(length)
  }
  return found
}

export const read = (bytes: Buffer): Tnef | undefined => {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return undefined
  let [text, html] = ["", ""]
  const names: Array<string> = []
  let at = 6
  for (let count = 0; count < maxEntries && at + 9 <= bytes.length; count++) {
    const id = bytes.readUInt32LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const value = bytes.subarray(at + 9, at + 9 + length)
    if (id === attribute.body) text = textOf(value)
    if (id === attribute.title) names.push(textOf(value))
    if (id === attribute.properties && value.length > 4) {
      const found = propertiesOf(value)
      text ||= found.text
      html ||= found.html
    }
    at += 9 + length + 2
  }
  return { text, html, names }
}

/** Hostile values: deep, wide, long, of the wrong type, or not valid text. */
import type { Random } from "../rig/Random.ts"

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const units = [
  "a",
  "🙂",
  "\u0000",
  "\ud800",
  " ",
  "\n",
  "<div>",
  "<b",
  "[",
  "](",
  "*_~",
  "![a](",
  "> ",
  "a@b.",
  "@",
  "%",
  "&a=",
  "\\",
  "'",
  '"',
  "{{deal.name}}",
  "{{",
  "é\u0301",
  "\u202e",
  "0",
  ",",
  ".",
  "-",
  "|a|b|\n|-|-|\n",
  "1. a\n  ",
  "=?utf-8?q?=41?= ",
  "\r\n "
]

const words = [
  "",
  " ",
  "null",
  "-1",
  "NaN",
  "1e999",
  "2026-02-30",
  "9999-99-99T99:99:99Z",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "javascript:alert(1)",
  "https://127.0.0.1/x.png",
  "https://[::1]/",
  "http://169.254.169.254/",
  "data:image/png;base64,AAAA",
  "'; DROP TABLE deals; --",
  "0190a0b0-c0d0-7000-8000-00000000abcd",
  "stg_0000000000000000",
  "new",
  "USD",
  "ceo@acme.example"
]

/** Lengths that are allowed, just over a limit, and far over it. */
const lengths = [1, 81, 301, 501, 2_001, 20_001, 100_000, 900_000]

/** Text, with its longest part at most `most` characters. */
export const text = (random: Random, most = 900_000): string => {
  const kind = random.below(4)
  if (kind === 0) return random.pick(words)
  const length = Math.min(random.pick(lengths), most)
  return kind === 1
    ? `${fill(random.pick(units), length)}!`
    : `${random.pick(words)}${random.pick(units)}${fill(random.pick(units), random.below(length))}`
}

const numbers =
  "0 -0 -1 1e308 1e999 -1e999 1e-999 9007199254740993 2147483648 -2147483649 0.1 1.0000000000000000000001".split(
    " "
  )

const depths = [3, 90, 150, 1_000, 20_000, 200_000]
const breadths = [0, 1, 51, 102, 1_000, 20_000, 150_000]

const nested = (random: Random): string => {
  const depth = random.pick(depths)
  if (random.chance(0.5)) return `${"[".repeat(depth)}${"]".repeat(depth)}`
  const shallow = Math.min(depth, 100_000)
  return `${'{"a":'.repeat(shallow)}1${"}".repeat(shallow)}`
}

const wide = (random: Random): string => {
  const count = random.pick(breadths)
  const entry = random.pick([
    "{}",
    "1",
    "[]",
    "null",
    '"x"',
    '"new"',
    '{"name":"N","region":"early"}',
    "1e9",
    "123456789012345678"
  ])
  const most = Math.min(count, Math.floor(1_000_000 / (entry.length + 1)))
  if (random.chance(0.5)) return `[${Array.from({ length: most }, () => entry).join()}]`
  const keyed = Math.min(most, Math.floor(1_000_000 / (entry.length + 10)))
  return `{${Array.from({ length: keyed }, (_, n) => `"k${n}":${entry}`).join()}}`
}

/** One value, written as JSON. */
export const json = (random: Random): string => {
  switch (random.below(8)) {
    case 0:
      return random.pick(["null", "true", "false", "{}", "[]", '""', "[null]", '{"":null}'])
    case 1:
      return random.pick(numbers)
    case 2:
      return "9".repeat(random.pick([17, 309, 400, 100_000]))
    case 3:
      return nested(random)
    case 4:
    case 5:
      return wide(random)
    default:
      return JSON.stringify(text(random))
  }
}

/** A JSON object with some hostile fields; a field may appear twice. */
export const object = (
  random: Random,
  fields: Readonly<Record<string, unknown>>,
  known: ReadonlyArray<string>
) => {
  const kept = Object.entries(fields).map(([name, value]) => [JSON.stringify(name), JSON.stringify(value)])
  // Sometimes only one hostile text that is likely to be accepted, so that stored data is hostile too.
  if (known.length > 0 && random.chance(0.3)) {
    kept.push([JSON.stringify(random.pick(known)), JSON.stringify(text(random, 300).toWellFormed())])
    return `{${kept.map(([name, value]) => `${name}:${value}`).join()}}`
  }
  const names = [...known, random.pick(["__proto__", "other", "", "id", text(random, 1_000)])]
  const changed = Array.from({ length: 1 + random.below(3) }, () => [
    JSON.stringify(random.pick(names)),
    json(random)
  ])
  const all = random.chance(0.2) ? changed : [...kept, ...changed]
  return `{${all.map(([name, value]) => `${name}:${value}`).join()}}`
}

/** `name=value&…`, with these names and others. */
export const urlencoded = (
  random: Random,
  fields: Readonly<Record<string, string>>,
  known: ReadonlyArray<string>,
  most: number
): string => {
  if (random.chance(0.08)) return fill(random.pick(["a&", "&", "=&", "a=1&", "%zz&", "a=%41&"]), most)
  const sent = new URLSearchParams(fields)
  for (let n = 0; n <= random.below(3); n++) {
    const value = text(random, Math.floor(most / 12))
    const name = random.pick([...known, "csrf", "other", "__proto__"])
    if (random.chance(0.3)) sent.append(name, value)
    else sent.set(name, value)
  }
  return random.chance(0.1) ? `${sent.toString()}&a=%00&b=%ff%fe&c=%` : sent.toString()
}

/** Something the service listens to, and the parts that hostile requests to it share. */
import type { Random } from "../../rig/Random.ts"
import * as Hostile from "../Hostile.ts"
import type { Shot } from "../Shot.ts"
import type { Site } from "../Site.ts"

export interface Target {
  readonly name: string
  readonly shot: (random: Random) => Omit<Shot, "target">
}

export const json = { "content-type": "application/json" }
export const form = { "content-type": "application/x-www-form-urlencoded" }

/** A path part or query value: as long as an address may be, encoded or not. */
export const inPath = (random: Random) => {
  const text = Hostile.text(random, 2_000)
  return random.chance(0.5)
    ? encodeURIComponent(text.toWellFormed())
    : random.pick(["%00", "%ff", "%", "%zz", "..", "%2e%2e%2f", "a".repeat(12_000)])
}

export const fill = (site: Site, random: Random, path: string) =>
  path.replaceAll(/\/([\w.-]+)\/:\w+/gu, (_, before: string) => {
    const known =
      before === "f" ? site.contact.slice(3) : before === "email" ? site.mailToken : site.ids[before]
    return `/${before}/${known === undefined || random.chance(0.1) ? inPath(random) : known}`
  })

export const query = (random: Random, known: ReadonlyArray<string>) => {
  const sent = new URLSearchParams()
  for (let n = 0; n <= random.below(3); n++) {
    sent.append(random.pick([...known, "other", "cursor", "limit", "__proto__"]), Hostile.text(random, 3_000))
  }
  return random.chance(0.1)
    ? Hostile.urlencoded(random, {}, known, 12_000)
    : `${sent.toString().slice(0, 14_000)}${random.pick(["", "&", "&&&&", "&a=%00", "&a=%ff%fe", "#"])}`
}

/** Sometimes adds unusual headers. */
export const oddHeaders = (random: Random): Record<string, string> => {
  switch (random.below(12)) {
    case 0:
      return { cookie: Hostile.text(random, 3_000).replaceAll(/[^\x20-\x7e]/gu, "=;") }
    case 1:
      return { "idempotency-key": "k".repeat(random.pick([1, 255, 256, 9_000])) }
    case 2:
      return { accept: random.pick(["text/html", "*/*", ",".repeat(5_000), "text/html;q=".repeat(400)]) }
    case 3:
      return {
        "content-type": random.pick([
          "text/plain",
          "application/json; charset=utf-16",
          ";".repeat(9_000),
          "multipart/form-data",
          "a/b"
        ])
      }
    case 4:
      return { "content-encoding": random.pick(["gzip", "identity", "br, gzip"]) }
    case 5:
      return {
        "x-forwarded-for": random.pick(["1.1.1.1, ::1", ",".repeat(9_000), "\t"]),
        referer: "x".repeat(8_000)
      }
    default:
      return {}
  }
}

export const caller = (site: Site, random: Random): Record<string, string> =>
  random.chance(0.9)
    ? { authorization: `Bearer ${site.token}` }
    : random.pick([
        {},
        { authorization: "Bearer svc_live_x" },
        { authorization: `Bearer ${"e".repeat(9_000)}` },
        { authorization: `Basic ${"=".repeat(3_000)}` }
      ])

/** Bytes of JSON, sometimes broken: cut short, or not UTF-8. */
export const bytes = (random: Random, text: string): Buffer => {
  const made = Buffer.from(text)
  if (random.chance(0.04)) return Buffer.concat([made, Buffer.from([0xff, 0xfe, 0xc0])])
  if (random.chance(0.04)) return made.subarray(0, random.below(made.length + 1))
  return random.chance(0.02) ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), made]) : made
}

export const chunked = (random: Random): Record<string, string> =>
  random.chance(0.08) ? { "transfer-encoding": "chunked" } : {}

export const cookies = (site: Site) =>
  [...site.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")

export const multipart = (random: Random) => {
  const part = `--b\r\nContent-Disposition: form-data; name="${Hostile.text(random, 200)}"\r\n\r\n${Hostile.text(random, 100_000)}\r\n`
  return `${part.repeat(Math.min(random.pick([1, 3, 30_000]), Math.ceil(900_000 / part.length)))}${random.pick(["--b--\r\n", ""])}`
}

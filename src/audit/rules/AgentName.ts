/** What an agent calls itself: anyone may claim any name, so it is only shown, and never trusted. */

const longest = 100

/** As nearly all are: nothing of it would be cleaned. */
const usual = /^[!-~]+(?: [!-~]+)*$/u

/** Without characters that are not seen, or that turn the text around them; cut if it is long. */
const cleaned = (text: string): string | undefined => {
  if (text.length <= longest && usual.test(text)) return text
  const plain = text
    .slice(0, 10 * longest)
    .replaceAll(/\p{C}/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
  return plain === "" ? undefined : [...plain].slice(0, longest).join("").trim()
}

/** Of the header `Agent`. */
export const of = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : cleaned(header)

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

/** Of the `clientInfo` of an MCP client, as `name/version`. */
export const ofClient = (info: unknown): string | undefined => {
  if (typeof info !== "object" || info === null) return undefined
  const { name, version } = info as Readonly<Record<string, unknown>>
  const called = textOf(name)
  return cleaned(textOf(version) === "" ? called : `${called}/${textOf(version)}`)
}

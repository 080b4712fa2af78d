/** An agent's name for itself. Anyone can send any name, so it is only displayed and never trusted. */

const maxLength = 100

/** Matches names that need no cleaning, as nearly all do. */
const usual = /^[!-~]+(?: [!-~]+)*$/u

/** Removes invisible characters and those that change text direction, and truncates long names. */
const cleaned = (text: string): string | undefined => {
  if (text.length <= maxLength && usual.test(text)) return text
  const plain = text
    .slice(0, 10 * maxLength)
    .replaceAll(/\p{C}/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
  return plain === "" ? undefined : [...plain].slice(0, maxLength).join("").trim()
}

/** The name in the `Agent` header. */
export const of = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : cleaned(header)

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

/** The name in an MCP client's `clientInfo`, as `name/version`. */
export const ofClient = (info: unknown): string | undefined => {
  if (typeof info !== "object" || info === null) return undefined
  const { name, version } = info as Readonly<Record<string, unknown>>
  const called = textOf(name)
  return cleaned(textOf(version) === "" ? called : `${called}/${textOf(version)}`)
}

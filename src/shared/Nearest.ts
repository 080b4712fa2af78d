/** Finds the known name that is closest to a misspelt one, for "did you mean". */

/** Counts the letters to change, add or remove (Levenshtein distance). */
export const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, substituted))
    }
    row = next
  }
  return row[b.length]!
}

/** Whether the text is a word within the known name and at least half of it, like stage in toStageId. */
const isWithin = (text: string, known: string) =>
  2 * text.length >= known.length &&
  known.replaceAll(/[A-Z]/gu, " $&").toLowerCase().split(" ").includes(text)

/** Names that contain the text at either end, or as a word, count as one edit. */
const score = (text: string, known: string): number => {
  const [a, b] = [text.toLowerCase().replace(/[_-]/gu, ""), known.toLowerCase()]
  if (a === b) return 0
  if (
    a.length > 2 &&
    (b.startsWith(a) ||
      (b.endsWith(a) && 2 * a.length >= b.length) ||
      a.startsWith(b) ||
      a.endsWith(b) ||
      isWithin(a, known))
  )
    return 1
  return distance(a, b)
}

/** Names of other services for this API's fields, and words used for its own. */
const elsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  title: ["name"],
  name: ["firstName", "lastName"],
  value: ["amount"],
  price: ["amount"],
  text: ["contentText"],
  note: ["contentText"],
  since: ["createdAfter"],
  primaryContact: ["primaryContactName"],
  spam: ["junk"],
  unread: ["new"],
  active: ["open"],
  "deal.lost": ["deal.stage_changed"],
  "deal.dead": ["deal.stage_changed"],
  "deal.closed": ["deal.stage_changed"],
  lost: ["dead"]
}

/** The maximum number of edits for a match. In a short word, one changed letter makes another word. */
const respellings = (text: string) => (text.length < 4 ? 1 : Math.max(2, text.length / 3))

/** Matches a sort order in SQL, such as `amount desc`. */
const directed = /^(\w+)[\s:_]+(asc|desc)(?:ending)?$/iu

export const nearest = (text: string, known: ReadonlyArray<string>): string | undefined => {
  if (text.length > 64) return undefined
  const [, field, direction] = directed.exec(text.trim()) ?? []
  const ordered = `${direction?.toLowerCase() === "desc" ? "-" : ""}${field}`
  if (field !== undefined && known.includes(ordered)) return ordered
  const same = Object.hasOwn(elsewhere, text) ? elsewhere[text]! : []
  if (same.length > 0 && same.every((name) => known.includes(name))) return same.join(" and ")
  // Keeps the sign of a sort order.
  const signed = text.startsWith("-") ? known.filter((name) => name.startsWith("-")) : []
  const ranked = (signed.length > 0 ? signed : known)
    .map((name) => [score(text, name), name] as const)
    .sort((a, b) => a[0] - b[0])
  const best = ranked[0]
  return best !== undefined && best[0] <= respellings(text) ? best[1] : undefined
}

/** Finds the known name nearest to a misspelt one, for "did you mean". */

/** How many letters to change, add or take away (Levenshtein). */
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

/** Whether it is a word in the middle of the name, and most of the name, as stage is of toStageId. */
const isWithin = (sent: string, known: string) =>
  2 * sent.length >= known.length &&
  known.replaceAll(/[A-Z]/gu, " $&").toLowerCase().split(" ").includes(sent)

/** A known name that begins with what was sent, or whose second half is what was sent, is nearer than any respelling. */
const score = (sent: string, known: string): number => {
  const [a, b] = [sent.toLowerCase().replace(/[_-]/gu, ""), known.toLowerCase()]
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

/** Names that other services use for our fields, and words for ours. */
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

/** The most edits for a match: in a short word, one changed letter makes another word. */
const respellings = (sent: string) => (sent.length < 4 ? 1 : Math.max(2, sent.length / 3))

/** `amount desc`: an order as SQL writes it. */
const directed = /^(\w+)[\s:_]+(asc|desc)(?:ending)?$/iu

export const nearest = (sent: string, known: ReadonlyArray<string>): string | undefined => {
  if (sent.length > 64) return undefined
  const [, field, direction] = directed.exec(sent.trim()) ?? []
  const ordered = `${direction?.toLowerCase() === "desc" ? "-" : ""}${field}`
  if (field !== undefined && known.includes(ordered)) return ordered
  const same = Object.hasOwn(elsewhere, sent) ? elsewhere[sent]! : []
  if (same.length > 0 && same.every((name) => known.includes(name))) return same.join(" and ")
  // The sign of a sort order is meant as it was sent.
  const signed = sent.startsWith("-") ? known.filter((name) => name.startsWith("-")) : []
  const ranked = (signed.length > 0 ? signed : known)
    .map((name) => [score(sent, name), name] as const)
    .sort((a, b) => a[0] - b[0])
  const best = ranked[0]
  return best !== undefined && best[0] <= respellings(sent) ? best[1] : undefined
}

/** Search over the index of the documentation: the same for the page of results and for the field at the top. */

const fold = (text) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** What is looked for: at most eight words. */
export const wordsOf = (query) =>
  fold(query.slice(0, 100))
    .split(/[^\p{L}\p{N}_.]+/u)
    .filter((word) => word !== "")
    .slice(0, 8)

const startsIn = (text, word) => {
  const at = text.indexOf(word)
  if (at < 0) return 0
  return at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]) ? 2 : 1
}

/** What is compared of an entry, worked out once. */
const known = new WeakMap()

const foldedOf = (entry) => {
  const found = known.get(entry)
  if (found !== undefined) return found
  const made = { h: fold(entry.h), t: fold(entry.t), x: fold(entry.x), w: ` ${entry.w}` }
  known.set(entry, made)
  return made
}

/** How well an entry has a word; 0 if it does not have it. */
const weigh = ({ h, t, w, x }, word) => {
  if (h === word) return 60
  return (
    startsIn(h, word) * 12 + startsIn(t, word) * 5 + startsIn(x, word) * 2 + (w.includes(` ${word}`) ? 1 : 0)
  )
}

/** The best entries, those first that have every word. `p` is how far behind an entry's page stands. */
export const find = (index, query, most = 12) => {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const whole = fold(query.trim())
  return index
    .map((entry) => {
      const folded = foldedOf(entry)
      const weights = words.map((word) => weigh(folded, word))
      const sum = weights.reduce((all, one) => all + one, 0) + (folded.h.startsWith(whole) ? 20 : 0)
      return { entry, score: weights.includes(0) ? 0 : sum / (1 + entry.p) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry)
}

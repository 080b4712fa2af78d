/** Search in the documentation's index, shared by the results page and the field at the top. */

const fold = (text) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** 2 if a word of the text begins with this one, 1 if the text contains it elsewhere. */
const matchOf = (text, word) => {
  const at = text.indexOf(word)
  return at < 0 ? 0 : at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]) ? 2 : 1
}

const weigh = ({ h, t, x }, word) =>
  h === word ? 60 : matchOf(h, word) * 12 + matchOf(t, word) * 5 + matchOf(x, word) * 2

/** Finds the best entries that contain every word of the query, of which only the first eight count. */
export const searcher = (index) => {
  const folded = index.map((entry) => ({ entry, h: fold(entry.h), t: fold(entry.t), x: fold(entry.x) }))
  return (query, most = 12) => {
    const whole = fold(query.slice(0, 100)).trim()
    const words = whole.match(/[\p{L}\p{N}_.]+/gu)?.slice(0, 8) ?? []
    return folded
      .map(({ entry, ...texts }) => {
        const weights = words.map((word) => weigh(texts, word))
        const sum = weights.reduce((all, one) => all + one, texts.h.startsWith(whole) ? 20 : 0)
        return { entry, score: words.length === 0 || weights.includes(0) ? 0 : sum / (1 + entry.p) }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ entry }) => entry)
  }
}

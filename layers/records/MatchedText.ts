/** Finds the line of a text that a search matched. */
import { maxMatchedLength } from "../../schema/Matched.ts"
import * as Search from "./Search.ts"

/** The part of a line around its word number `index`, with whole words if they fit. */
const around = (words: ReadonlyArray<string>, index: number, found: string): string => {
  const word = words[index]!
  // A word that is too long is cut where the match begins, as nearly as folding lets tell.
  if (word.length > maxMatchedLength) {
    const at = Math.max(0, Search.words(word).indexOf(found) - 20)
    return word.slice(at, at + maxMatchedLength)
  }
  let [first, last, length] = [index, index, word.length]
  const fits = (next: string | undefined) =>
    next !== undefined && length + 1 + next.length <= maxMatchedLength
  while (true) {
    const [before, after] = [words[first - 1], words[last + 1]]
    if (fits(after)) {
      last++
      length += 1 + after!.length
    } else if (fits(before)) {
      first--
      length += 1 + before!.length
    } else return words.slice(first, last + 1).join(" ")
  }
}

/** The line with most of the words, cut around the first of them; undefined if no line has any. */
export const lineOf = (text: string, search: string): string | undefined => {
  const wanted = Search.texts({ search })
  const score = (line: string) => {
    const folded = Search.words(line)
    return wanted.filter((word) => folded.includes(word)).length
  }
  const scored = text.split("\n").map((line) => ({ line, score: score(line) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  if (best.score === 0) return undefined
  const words = best.line.split(/\s+/u).filter((word) => word !== "")
  for (const [index, word] of words.entries()) {
    const found = wanted.find((one) => Search.words(word).includes(one))
    if (found !== undefined) return around(words, index, found)
  }
  return undefined
}

/** Ranks search results. The database matched the words; this decides how well they match. */
import * as Search from "../../../../layers/records/Search.ts"

/** The words of a search, normalized for comparison: without case and accents. */
export const wordsOf = (q: string): ReadonlyArray<string> =>
  Search.words(q)
    .split(/\s+/u)
    .filter((word) => word !== "")

/** Whether the texts together contain every word. */
export const holds = (words: ReadonlyArray<string>, ...texts: ReadonlyArray<string | null>): boolean => {
  const text = Search.words(...texts)
  return words.every((word) => text.includes(word))
}

/** 0 for an exact name; a higher number is a worse match. */
const distance = (words: ReadonlyArray<string>, name: string): number => {
  const text = Search.words(name)
  const whole = words.join(" ")
  if (text === whole) return 0
  if (text.startsWith(whole)) return 1
  const begins = (word: string) => text.startsWith(word) || text.includes(` ${word}`)
  if (words.every(begins)) return 2
  return words.every((word) => text.includes(word)) ? 3 : 4
}

/** Sorts by similarity of the name; equal ones keep their order, and `late` ones come last. */
export const ranked = <A>(
  words: ReadonlyArray<string>,
  all: ReadonlyArray<A>,
  { late = () => false, name }: { readonly name: (one: A) => string; readonly late?: (one: A) => boolean }
): ReadonlyArray<A> =>
  all
    .map((one) => [one, (late(one) ? 10 : 0) + distance(words, name(one))] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([one]) => one)

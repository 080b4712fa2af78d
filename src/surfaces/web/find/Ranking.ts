/** What a search found, the likeliest first. The database has matched the words; here is told how well. */
import * as Search from "../../../../layers/records/Search.ts"

/** The words of a search, as texts are compared with them: without case and accents. */
export const wordsOf = (q: string): ReadonlyArray<string> =>
  Search.words(q)
    .split(/\s+/u)
    .filter((word) => word !== "")

/** Whether the texts hold every word, wherever. */
export const holds = (words: ReadonlyArray<string>, ...texts: ReadonlyArray<string | null>): boolean => {
  const text = Search.words(...texts)
  return words.every((word) => text.includes(word))
}

/** 0 for a name that is just this, more the further it is from that. */
const distance = (words: ReadonlyArray<string>, name: string): number => {
  const text = Search.words(name)
  const whole = words.join(" ")
  if (text === whole) return 0
  if (text.startsWith(whole)) return 1
  const begins = (word: string) => text.startsWith(word) || text.includes(` ${word}`)
  if (words.every(begins)) return 2
  return words.every((word) => text.includes(word)) ? 3 : 4
}

/** In the order of their names' likeness; those alike stay in the order they have. `late` come after all others. */
export const ranked = <A>(
  words: ReadonlyArray<string>,
  all: ReadonlyArray<A>,
  { late = () => false, name }: { readonly name: (one: A) => string; readonly late?: (one: A) => boolean }
): ReadonlyArray<A> =>
  all
    .map((one) => [one, (late(one) ? 10 : 0) + distance(words, name(one))] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([one]) => one)

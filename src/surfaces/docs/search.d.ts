/** A part of a page: its page's title, its heading, its address, how it begins, further words in it, and how far behind it stands. */
export interface Entry {
  readonly t: string
  readonly h: string
  readonly u: string
  readonly x: string
  readonly w: string
  readonly p: number
}
export const wordsOf: (query: string) => ReadonlyArray<string>
export const find: (index: ReadonlyArray<Entry>, query: string, most?: number) => ReadonlyArray<Entry>

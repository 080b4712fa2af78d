/** A part of a page: its page's title, its heading, its address, how it begins, and how far behind others it stands. */
export interface Entry {
  readonly t: string
  readonly h: string
  readonly u: string
  readonly x: string
  readonly p: number
}
export const searcher: (index: ReadonlyArray<Entry>) => (query: string, most?: number) => ReadonlyArray<Entry>

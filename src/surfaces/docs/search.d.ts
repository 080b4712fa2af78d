/** A section of a page: page title, heading, address, first characters, and how much lower it ranks. */
export interface Entry {
  readonly t: string
  readonly h: string
  readonly u: string
  readonly x: string
  readonly p: number
}
export const searcher: (index: ReadonlyArray<Entry>) => (query: string, most?: number) => ReadonlyArray<Entry>

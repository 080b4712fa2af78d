/** Recognizes lists with a text search. */

interface SearchInput {
  readonly q?: string | undefined
  readonly search?: string | undefined
}

/** A search may read every row of its workspace, because the index doesn't help with two letters or with frequent text. */
export const isSearch = ({ q = "", search = "" }: SearchInput): boolean =>
  q.trim() !== "" || search.trim() !== ""

/** Lists that are searched for a text. */

interface Asked {
  readonly q?: string | undefined
  readonly search?: string | undefined
}

/** A search may read every row of its workspace: no index finds a text of two letters, or one that most rows have. */
export const isSearch = ({ q = "", search = "" }: Asked): boolean => q.trim() !== "" || search.trim() !== ""

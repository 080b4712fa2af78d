/** Joins first and last name; null if both are blank. */
export const of = (first: string | null, last: string | null): string | null =>
  [first, last]
    .map((part) => (part ?? "").trim())
    .filter((part) => part !== "")
    .join(" ") || null

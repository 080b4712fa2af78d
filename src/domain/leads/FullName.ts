/** First and last name joined; null if both are blank. */
export const of = (first: string | null, last: string | null): string | null =>
  [first, last]
    .map((part) => (part ?? "").trim())
    .filter((part) => part !== "")
    .join(" ") || null

export interface Parts {
  readonly firstName?: string
  readonly lastName?: string
}

const parts = (first: string, last: string): Parts => ({
  ...(first === "" ? {} : { firstName: first }),
  ...(last === "" ? {} : { lastName: last })
})

/** Splits a full name: `Mia Chen` or `Chen, Mia`. */
export const split = (name: string): Parts => {
  const comma = name.indexOf(",")
  if (comma > 0) return parts(name.slice(comma + 1).trim(), name.slice(0, comma).trim())
  const [first = "", ...rest] = name.trim().split(/\s+/u)
  return parts(first, rest.join(" "))
}

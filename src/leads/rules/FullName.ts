/** Joins first and last name; null if both are blank. */
export const of = (first: string | null, last: string | null): string | null =>
  [first, last]
    .map((part) => (part ?? "").trim())
    .filter((part) => part !== "")
    .join(" ") || null

interface Contact {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly companyName?: string | null
  readonly email?: string | null
}

/** The name to show for a lead: its person, else its company, else its email address. */
export const displayOf = ({ companyName, email, firstName, lastName }: Contact): string | null =>
  of(firstName ?? null, lastName ?? null) ?? companyName ?? email ?? null

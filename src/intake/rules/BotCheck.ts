/** Judges whether a person sent a form: by a field that only scripts fill in, and by the time taken. */

/** Milliseconds: no person fills in a form faster. */
export const quickest = 2_000

/** Milliseconds after which a form must be sent again. */
export const longest = 24 * 60 * 60 * 1000

interface Evidence {
  /** The content of a field that people cannot see. */
  readonly honeypot: string
  /** When our page was made, in Unix milliseconds; `forged` if its signature is wrong; undefined for other sites' forms. */
  readonly issued: number | "forged" | undefined
}

/** `late`: probably a person, who is asked to send the form again. The last three suggest a bot. */
export type Verdict = "person" | "late" | "trap" | "forged" | "quick"

export const judge = ({ honeypot, issued }: Evidence, now: number): Verdict => {
  if (honeypot.trim() !== "") return "trap"
  if (issued === "forged") return "forged"
  if (issued === undefined) return "person"
  if (now - issued < quickest) return "quick"
  return now - issued > longest ? "late" : "person"
}

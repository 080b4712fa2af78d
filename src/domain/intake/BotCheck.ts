/** Whether a person sent a form: what only scripts fill in, and how long nobody can be. */

/** Milliseconds in which nobody fills in a form. */
export const quickest = 2_000

/** Milliseconds after which a page is too old to be sent. */
export const longest = 24 * 60 * 60 * 1000

interface Evidence {
  /** A field no person sees. */
  readonly honeypot: string
  /** When the page was made, in milliseconds; `forged` where its signature is not ours, absent from other sites. */
  readonly issued: number | "forged" | undefined
}

/** `late`: a person, as far as one can tell, who should send it once more. The doubts speak for a bot. */
export type Verdict = "person" | "late" | "trap" | "forged" | "quick"

export const judge = ({ honeypot, issued }: Evidence, now: number): Verdict => {
  if (honeypot.trim() !== "") return "trap"
  if (issued === "forged") return "forged"
  if (issued === undefined) return "person"
  if (now - issued < quickest) return "quick"
  return now - issued > longest ? "late" : "person"
}

/** Decides whether a person submitted a form, by a hidden field and by the time taken. */

/** In milliseconds. People take longer to fill in a form. */
export const quickest = 2_000

/** The milliseconds after which a form must be submitted again. */
export const maxAge = 24 * 60 * 60 * 1000

interface Evidence {
  /** The content of a field that is hidden from people. */
  readonly honeypot: string
  /**
   * The time at which this service's page was rendered, in Unix milliseconds; `forged` if its signature is invalid; undefined for forms on
   * other sites.
   */
  readonly issued: number | "forged" | undefined
}

/** `late` is probably a person, who is asked to submit again. The last three suggest a bot. */
export type Verdict = "person" | "late" | "trap" | "forged" | "quick"

export const judge = ({ honeypot, issued }: Evidence, now: number): Verdict => {
  if (honeypot.trim() !== "") return "trap"
  if (issued === "forged") return "forged"
  if (issued === undefined) return "person"
  if (now - issued < quickest) return "quick"
  return now - issued > maxAge ? "late" : "person"
}

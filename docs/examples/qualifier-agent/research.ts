/** Finds out about a lead. Put your own provider here: a model, a company register, your CRM. */
import type { Lead } from "../../../client/typescript/src/index.ts" // of your own project: "@sales-pipeline/client"

export interface Finding {
  /** How well the lead fits, from 0 to 100. */
  readonly score: number
  /** A recommendation in a few words. */
  readonly verdict: string
  /** The write-up, in Markdown. */
  readonly body: string
}

/**
 * Returns nothing for a lead that there is nothing to say of. What it throws is written on the lead, and tried again. It has to stop when
 * `signal` aborts.
 */
export type Research = (lead: Lead, signal: AbortSignal) => Promise<Finding | undefined>

const freeMail = /@(?:gmail|gmx|googlemail|hotmail|icloud|outlook|proton|web|yahoo)\./iu
const ready = /\b(?:budget|demo|offer|price|pricing|quote|trial)\b/iu
const amounts = /\b\d[\d.,]*\s?(?:employees|seats|trailers|trucks|users|vehicles)\b/iu

/** What speaks for a lead, in points. */
const signs: ReadonlyArray<readonly [points: number, reason: string, applies: (lead: Lead) => boolean]> = [
  [30, "writes from an address of a company", ({ contact: { email } }) => !!email && !freeMail.test(email)],
  [15, "names a company", ({ contact }) => !!contact.companyName],
  [15, "has a website", ({ contact }) => !!contact.companyWebsite],
  [20, "asks for an offer", ({ contact }) => ready.test(contact.message ?? "")],
  [20, "says how many they are", ({ contact }) => amounts.test(contact.message ?? "")]
]

/** Judges by what the lead itself says, without a network. */
export const research: Research = async (lead) => {
  const { companyWebsite, email, message } = lead.contact
  if (!email && !message && !companyWebsite) return undefined
  const found = signs.filter(([, , applies]) => applies(lead))
  const score = found.reduce((sum, [points]) => sum + points, 0)
  return {
    score,
    verdict: score >= 70 ? "Strong fit" : score >= 40 ? "Worth a call" : "Weak fit",
    body:
      found.length === 0 ? "Nothing speaks for it." : found.map(([, reason]) => `- It ${reason}.`).join("\n")
  }
}

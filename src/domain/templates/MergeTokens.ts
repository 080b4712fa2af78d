/** Fills the merge tokens of a template. */
import type { Deal } from "../../../schema/Deal.ts"
import type { Lead } from "../../../schema/Lead.ts"
import { Token } from "../../../schema/Template.ts"

/** The value of each token; null if it is unknown. */
export type Values = Readonly<Record<Token, string | null>>

const firstWord = (name: string | null): string | null => name?.trim().split(/\s+/u)[0] || null

const filled = (text: string | null): string | null => text?.trim() || null

const unknown = { first_name: null, company: null }

export const ofDeal = ({ company, primaryContact }: Deal) => ({
  first_name: firstWord(primaryContact.name),
  company: filled(company)
})

export const ofLead = ({ contact }: Lead) => ({
  first_name: filled(contact.firstName),
  company: filled(contact.companyName)
})

export const values = (
  recipient: Omit<Values, "sender_first_name"> | undefined,
  sender: string | null
): Values => ({ ...unknown, ...recipient, sender_first_name: firstWord(sender) })

const pattern = new RegExp(`\\{\\{\\s*(${Token.literals.join("|")})\\s*\\}\\}`, "gu")

/** In one pass, so that a token in a value is not replaced again. */
export const fill = (text: string, values: Values): string =>
  text.replace(pattern, (token: string, name: Token) => values[name] ?? token)

/** The tokens of `text` without a value. */
export const unfilled = (text: string, values: Values): ReadonlyArray<Token> => {
  const used = new Set(Array.from(text.matchAll(pattern), ([, name]) => name))
  return Token.literals.filter((token) => used.has(token) && values[token] === null)
}

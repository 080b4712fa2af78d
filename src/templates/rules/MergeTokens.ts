/** Fills the merge tokens of a template. */
import type { Deal } from "../../../schema/Deal.ts"
import type { Lead } from "../../../schema/Lead.ts"
import { Token } from "../../../schema/Template.ts"
import * as PersonName from "../../leads/rules/PersonName.ts"

/** The value of each token; null if it is unknown. */
export type Values = Readonly<Record<Token, string | null>>

const filled = (text: string | null): string | null => text?.trim() || null

/** Marks text that strangers may have written. */
type Quote = (text: string) => string

const unmarked: Quote = (text) => text

const quoted = (text: string | null, quote: Quote) => (text === null ? null : quote(text))

const unknown = { first_name: null, company: null }

export const ofDeal = ({ company, primaryContact }: Deal, quote = unmarked) => ({
  first_name: quoted(PersonName.greeting(primaryContact.name), quote),
  company: quoted(filled(company), quote)
})

export const ofLead = ({ contact }: Lead, quote = unmarked) => ({
  first_name: quoted(PersonName.greetingOf(contact.firstName, contact.lastName), quote),
  company: quoted(filled(contact.companyName), quote)
})

export const values = (
  recipient: Omit<Values, "sender_first_name"> | undefined,
  sender: string | null
): Values => ({ ...unknown, ...recipient, sender_first_name: PersonName.greeting(sender) })

/** The pattern of a token, valid in PostgreSQL too. */
export const source = `\\{\\{\\s*(${Token.literals.join("|")})\\s*\\}\\}`

const pattern = new RegExp(source, "gu")

/** Replaces in one pass, so that a token in a value isn't replaced again. */
export const fill = (text: string, values: Values): string =>
  text.replace(pattern, (token: string, name: Token) => values[name] ?? token)

/** The tokens of `text` without a value. */
export const unfilled = (text: string, values: Values): ReadonlyArray<Token> => {
  const used = new Set(Array.from(text.matchAll(pattern), ([, name]) => name))
  return Token.literals.filter((token) => used.has(token) && values[token] === null)
}

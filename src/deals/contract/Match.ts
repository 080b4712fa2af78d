import { Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import { Match, MatchList, mostMatched } from "../../../schema/Match.ts"
import * as Operation from "../../contract/Operation.ts"

export const find = Operation.make("match.find", {
  title: "Match an email address",
  description:
    "Finds who an email address is: deals and leads with exactly this address, else with its domain (except public mail hosts). At most 25 of each, newest first, without suspect leads.",
  http: { method: "GET", path: "/match" },
  tool: "match_contact",
  words: { email: "In any case." },
  toolNote: "For a name, use search_deals and search_leads.",
  scope: ["deals:read", "leads:read"],
  kind: "read",
  input: { email: Field.of("Email", "Address to look for, whatever its case.", Field.Email) },
  example: { email: "mia@acme.example" },
  success: Match,
  faults: []
})

/** The maximum number of addresses in one call. */
const mostEmails = 100

const many = {
  emails: Field.of(
    "Emails",
    "Addresses to look for, whatever their case.",
    Schema.Array(Field.Email).check(
      Schema.isMinLength(1, { expected: "at least one address" }),
      Schema.isMaxLength(mostEmails, { expected: `at most ${mostEmails} addresses` })
    )
  )
}

/** A POST, because a hundred addresses don't fit in every URL. */
export const findMany = Operation.make("match.findMany", {
  title: "Match email addresses",
  description: `Finds who up to ${mostEmails} email addresses are, each as GET /v1/match does, with at most ${mostMatched} deals and leads of each. Changes nothing.`,
  http: { method: "POST", path: "/match" },
  scope: ["deals:read", "leads:read"],
  kind: "write",
  idempotent: true,
  input: many,
  example: { emails: ["mia@acme.example", "bo@velo.example"] },
  success: MatchList,
  faults: []
})

export const getMany = Operation.make("match.getMany", {
  title: "Match email addresses",
  description: `Finds who up to ${mostEmails} email addresses are, as match_contact does, at most ${mostMatched} deals and leads each.`,
  tool: "match_contacts",
  scope: ["deals:read", "leads:read"],
  kind: "read",
  input: many,
  success: MatchList,
  faults: []
})

export const operations = [find, findMany, getMany] as const

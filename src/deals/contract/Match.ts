import { Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import { Match, MatchList, maxMatched } from "../../../schema/Match.ts"
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
const maxEmails = 100

export const findMany = Operation.make("match.findMany", {
  title: "Match email addresses",
  description: `Finds who up to ${maxEmails} email addresses are, as match_contact does, at most ${maxMatched} deals and leads each.`,
  // 100 addresses may be too long for a URL.
  http: { method: "POST", path: "/match" },
  tool: "match_contacts",
  scope: ["deals:read", "leads:read"],
  kind: "read",
  input: {
    emails: Field.of(
      "Emails",
      "Addresses to look for, whatever their case.",
      Schema.Array(Field.Email).check(
        Schema.isMinLength(1, { expected: "at least one address" }),
        Schema.isMaxLength(maxEmails, { expected: `at most ${maxEmails} addresses` })
      )
    )
  },
  example: { emails: ["mia@acme.example", "bo@velo.example"] },
  success: MatchList,
  faults: []
})

export const operations = [find, findMany] as const

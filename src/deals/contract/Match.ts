import * as Field from "../../../schema/Field.ts"
import { Match } from "../../../schema/Match.ts"
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

export const operations = [find] as const

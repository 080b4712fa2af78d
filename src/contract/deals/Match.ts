import * as Field from "../../../schema/Field.ts"
import { Match } from "../../../schema/Match.ts"
import * as Operation from "../Operation.ts"

export const find = Operation.make("match.find", {
  title: "Match an email address",
  description:
    "Finds the deals and leads of an email address: those with exactly this address, else those with its domain (except public mail hosts). At most 25 of each, newest first.",
  http: { method: "GET", path: "/match" },
  scope: ["deals:read", "leads:read"],
  kind: "read",
  input: { email: Field.of("Email", "Address to look for, whatever its case.", Field.Email) },
  example: { email: "mia@acme.example" },
  success: Match,
  faults: []
})

export const operations = [find] as const

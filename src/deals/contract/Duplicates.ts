/** Finds records that may be the same. */
import { Invalid } from "../../../schema/Fault.ts"
import { DuplicateList, Kind } from "../../../schema/Duplicates.ts"
import * as Field from "../../../schema/Field.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

export const list = Operation.make("match.duplicates", {
  title: "List possible duplicates",
  description:
    "Lists groups of deals or leads with the same email, external id, or name and company, ignoring case.",
  tool: "find_duplicates",
  toolNote: "To check an address before creating, use match_contact.",
  http: { method: "GET", path: "/duplicates" },
  scope: ["deals:read", "leads:read"],
  kind: "read",
  replica: true,
  input: { ...Page.parameters, type: Field.of("Type", "Kind of records to compare.", Kind) },
  example: { type: "deal" },
  success: DuplicateList,
  faults: [Invalid]
})

export const operations = [list] as const

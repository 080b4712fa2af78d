/** Imports deals and leads in batches. */
import { Schema } from "effect"
import { NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId } from "../../../schema/Id.ts"
import { Imported, maxRows } from "../../../schema/Import.ts"
import * as Operation from "../../contract/Operation.ts"

/** Each row is decoded separately, so that an invalid one fails alone. */
const Rows = Schema.Array(Schema.Record(Schema.String, Schema.Json)).check(
  Schema.isMinLength(1, { expected: "an array of at least 1 row" }),
  Schema.isMaxLength(maxRows, { expected: `at most ${maxRows} rows` })
)

const input = (rows: string) => ({
  rows: Field.of("Rows", rows, Rows),
  boardId: Field.of(
    "Board",
    "Id of the board for new records whose row names none; the first if left out.",
    Field.optional(BoardId)
  ),
  announce: Field.of(
    "Announce",
    "true: webhooks are sent as for single writes. Left out: none are.",
    Field.optional(Schema.Boolean)
  )
})

const upsert = `up to ${maxRows} rows: each makes a new one, or changes that with its externalId, and says what it did; a wrong row fails alone.`

export const deals = Operation.make("imports.deals", {
  title: "Import deals",
  description: `Imports deals, ${upsert} A changed stage is a move, with its dates.`,
  tool: "import_deals",
  words: { boardId: "Id or name; default the first." },
  toolNote:
    "For new deals without externalId use create_deal or bulk_create_deals. Lists the failed rows only, unless detail is full.",
  http: { method: "POST", path: "/imports/deals" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  idempotent: true,
  input: input(
    "Objects with externalId, the fields of a new deal, and: board, stage (names), status (open, won, lost), owner (email or name), currency (must be the board's), createdAt, closedAt, line. Fields left out stay as they are."
  ),
  example: {
    rows: [{ externalId: "hubspot-101", name: "Annual licence", amount: "12500.00", stage: "Proposal" }]
  },
  success: Imported,
  faults: [NotFound]
})

export const leads = Operation.make("imports.leads", {
  title: "Import leads",
  description: `Imports leads, ${upsert}`,
  tool: "import_leads",
  words: { boardId: "Id or name; default the first." },
  toolNote:
    "For new leads without externalId use create_lead or bulk_create_leads. Lists the failed rows only, unless detail is full.",
  http: { method: "POST", path: "/imports/leads" },
  scope: "leads:write",
  kind: "write",
  destructive: true,
  idempotent: true,
  input: input(
    "Objects with externalId, the fields of a new lead, and: board (name), createdAt, line. Empty fields and those left out stay as they are."
  ),
  example: { rows: [{ externalId: "hubspot-201", firstName: "Mia", workEmail: "mia@acme.example" }] },
  success: Imported,
  faults: [NotFound]
})

export const operations = [deals, leads] as const

import { Deal } from "../../../schema/Deal.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId } from "../../../schema/Id.ts"
import * as Operation from "../../contract/Operation.ts"

/** The maximum number of notes that a merge copies. */
export const maxNotes = 200

export const merge = Operation.make("deals.merge", {
  title: "Merge a deal",
  description: `Merges a deal into another, which is kept: fills its empty fields, joins labels, copies up to ${maxNotes} notes. Deletes the merged one; undo brings it back.`,
  tool: "merge_deals",
  words: { id: "Id or name.", intoId: "Id or name of the one to keep." },
  http: { method: "POST", path: "/deals/:id/merge" },
  scope: "deals:write",
  kind: "write",
  destructive: true,
  input: { id: DealId, intoId: Field.of("Kept deal", "Id of the deal that is kept.", DealId) },
  example: { intoId: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01" },
  success: Deal,
  faults: [NotFound, Invalid]
})

export const operations = [merge] as const

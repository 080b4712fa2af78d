import { Deal } from "../../../schema/Deal.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId } from "../../../schema/Id.ts"
import * as Operation from "../../contract/Operation.ts"

/** The maximum number of notes that a merge copies. */
export const mostNotes = 200

export const merge = Operation.make("deals.merge", {
  title: "Merge a deal",
  description: `Merges a deal into another one, which is kept: fills its empty fields, joins labels, and copies the notes (at most ${mostNotes}). The merged deal is deleted; its id answers 404 with meta.mergedInto. Fires no event; can be undone.`,
  tool: "merge_deals",
  words: { id: "Id or name of the one to give up.", intoId: "Id or name of the one to keep." },
  toolNote: "To find pairs use find_duplicates.",
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

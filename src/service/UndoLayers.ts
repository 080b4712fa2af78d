/** Undo implementations by kind of record. */
import { Layer } from "effect"
import { UndoBoards } from "../../layers/boards/UndoBoards.ts"
import { UndoDeals } from "../../layers/deals/UndoDeals.ts"
import { UndoNotes } from "../../layers/deals/UndoNotes.ts"
import { UndoLeads } from "../../layers/leads/UndoLeads.ts"
import { UndoTemplates } from "../../layers/templates/UndoTemplates.ts"
import { UndoWebhooks } from "../../layers/webhooks/UndoWebhooks.ts"

export const layer = Layer.mergeAll(
  UndoBoards.layer,
  UndoDeals.layer,
  UndoLeads.layer,
  UndoNotes.layer,
  UndoTemplates.layer,
  UndoWebhooks.layer
)

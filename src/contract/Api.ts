/** The contract of every operation. All descriptions of the API are made from this alone. */
import * as Approvals from "./approvals/Approvals.ts"
import * as Apps from "./identity/Apps.ts"
import * as Audit from "./audit/Audit.ts"
import * as Boards from "./boards/Boards.ts"
import * as BulkDeals from "./deals/BulkDeals.ts"
import * as BulkLeads from "./leads/BulkLeads.ts"
import * as Calendar from "./deals/Calendar.ts"
import * as Cards from "./reports/Cards.ts"
import * as DealLists from "./deals/DealLists.ts"
import * as DealSums from "./deals/DealSums.ts"
import * as Deals from "./deals/Deals.ts"
import * as DeletedDeals from "./deals/DeletedDeals.ts"
import * as Deliveries from "./webhooks/Deliveries.ts"
import * as Embed from "./identity/Embed.ts"
import * as Events from "./events/Events.ts"
import * as Extensions from "./Extensions.ts"
import * as LeadInbox from "./leads/LeadInbox.ts"
import * as ImageUploads from "./leads/ImageUploads.ts"
import * as Imports from "./imports/Imports.ts"
import * as Intake from "./intake/Intake.ts"
import * as Invitations from "./identity/Invitations.ts"
import * as Keys from "./identity/Keys.ts"
import * as Lanes from "./boards/Lanes.ts"
import * as LeadBackground from "./leads/LeadBackground.ts"
import * as Leads from "./leads/Leads.ts"
import * as Match from "./deals/Match.ts"
import * as Me from "./identity/Me.ts"
import * as Members from "./identity/Members.ts"
import * as Neighbours from "./deals/Neighbours.ts"
import * as Notes from "./deals/Notes.ts"
import * as Operation from "./Operation.ts"
import * as Periods from "./reports/Periods.ts"
import * as Promotion from "./leads/Promotion.ts"
import * as Rehearsals from "./identity/Rehearsals.ts"
import * as Reports from "./reports/Reports.ts"
import * as Rules from "./approvals/Rules.ts"
import * as TemplateTools from "./templates/TemplateTools.ts"
import * as Templates from "./templates/Templates.ts"
import * as Undo from "./audit/Undo.ts"
import * as Usage from "./identity/Usage.ts"
import * as Views from "./views/Views.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"
import * as Workspace from "./identity/Workspace.ts"

/** With their types, for typed clients and implementations. */
export const all = [
  ...Me.operations,
  ...DealLists.operations,
  ...Deals.operations,
  ...DeletedDeals.operations,
  ...BulkDeals.operations,
  ...Notes.operations,
  ...Leads.operations,
  ...ImageUploads.operations,
  ...BulkLeads.operations,
  ...Promotion.operations,
  ...Imports.operations,
  ...Boards.operations,
  ...Lanes.operations,
  ...Reports.operations,
  ...Periods.operations,
  ...Cards.operations,
  ...Templates.operations,
  ...TemplateTools.operations,
  ...Match.operations,
  ...Webhooks.operations,
  ...Deliveries.operations,
  ...Members.operations,
  ...Embed.operations,
  ...Events.operations,
  ...Audit.operations,
  ...Undo.operations,
  ...Rules.operations,
  ...Approvals.operations
]

/** Operations on credentials and people, and those that only pages need. No other surface has them. */
export const onPages = [
  ...Keys.operations,
  ...Apps.operations,
  ...Members.onPages,
  ...Invitations.operations,
  ...Usage.operations,
  ...DeletedDeals.onPages,
  ...Neighbours.onPages,
  ...DealSums.onPages,
  ...Approvals.onPages,
  ...LeadInbox.operations,
  ...LeadBackground.operations,
  ...Intake.operations,
  ...Boards.onPages,
  ...Rehearsals.onPages,
  ...Views.onPages,
  ...Calendar.onPages,
  ...Workspace.onPages
]

export type Named = (typeof all)[number] | (typeof onPages)[number]

/** Ours, and those of an extension. */
export const operations: ReadonlyArray<Operation.Any> = Extensions.join(all)

/** Lists that are also sent as a file, an item a line, beside the operations. */
export const files: ReadonlyArray<Operation.Routed> = [Audit.exported]

export const routed: ReadonlyArray<Operation.Routed> = operations.filter(Operation.isRouted)

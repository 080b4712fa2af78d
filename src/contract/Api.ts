/** The contract of every operation, from which all API descriptions are generated. */
import * as Approvals from "../approvals/contract/Approvals.ts"
import * as Apps from "../identity/contract/Apps.ts"
import * as Audit from "../audit/contract/Audit.ts"
import * as Boards from "../boards/contract/Boards.ts"
import * as Goals from "../boards/contract/Goals.ts"
import * as BulkDeals from "../deals/contract/BulkDeals.ts"
import * as BulkLeads from "../leads/contract/BulkLeads.ts"
import * as Calendar from "../deals/contract/Calendar.ts"
import * as Cards from "../reports/contract/Cards.ts"
import * as DealLists from "../deals/contract/DealLists.ts"
import * as DealSums from "../deals/contract/DealSums.ts"
import * as Deals from "../deals/contract/Deals.ts"
import * as DeletedDeals from "../deals/contract/DeletedDeals.ts"
import * as Deliveries from "../webhooks/contract/Deliveries.ts"
import * as Duplicates from "../deals/contract/Duplicates.ts"
import * as Embed from "../identity/contract/Embed.ts"
import * as Events from "../events/contract/Events.ts"
import * as Extensions from "./Extensions.ts"
import * as LeadInbox from "../leads/contract/LeadInbox.ts"
import * as ImageUploads from "../leads/contract/ImageUploads.ts"
import * as Imports from "../imports/contract/Imports.ts"
import * as Intake from "../intake/contract/Intake.ts"
import * as Invitations from "../identity/contract/Invitations.ts"
import * as Keys from "../identity/contract/Keys.ts"
import * as Lanes from "../boards/contract/Lanes.ts"
import * as LeadBackground from "../leads/contract/LeadBackground.ts"
import * as Leads from "../leads/contract/Leads.ts"
import * as Match from "../deals/contract/Match.ts"
import * as Me from "../identity/contract/Me.ts"
import * as Members from "../identity/contract/Members.ts"
import * as LeadMerge from "../leads/contract/Merge.ts"
import * as DealMerge from "../deals/contract/Merge.ts"
import * as Neighbours from "../deals/contract/Neighbours.ts"
import * as Notes from "../deals/contract/Notes.ts"
import * as Operation from "./Operation.ts"
import * as Forecast from "../reports/contract/Forecast.ts"
import * as Periods from "../reports/contract/Periods.ts"
import * as Promotion from "../leads/contract/Promotion.ts"
import * as Query from "../reports/contract/Query.ts"
import * as Rehearsals from "../identity/contract/Rehearsals.ts"
import * as Reports from "../reports/contract/Reports.ts"
import * as Rules from "../approvals/contract/Rules.ts"
import * as TemplateTools from "../templates/contract/TemplateTools.ts"
import * as Templates from "../templates/contract/Templates.ts"
import * as Undo from "../audit/contract/Undo.ts"
import * as Usage from "../identity/contract/Usage.ts"
import * as Views from "../views/contract/Views.ts"
import * as Webhooks from "../webhooks/contract/Webhooks.ts"
import * as Workspace from "../identity/contract/Workspace.ts"

/** All operations with their types, for typed clients and implementations. */
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
  ...Goals.operations,
  ...Lanes.operations,
  ...Reports.operations,
  ...Periods.operations,
  ...Query.operations,
  ...Forecast.operations,
  ...Cards.operations,
  ...Templates.operations,
  ...TemplateTools.operations,
  ...Match.operations,
  ...Duplicates.operations,
  ...DealMerge.operations,
  ...LeadMerge.operations,
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

/** Operations on credentials and people, and those that only pages need. Other surfaces don't have them. */
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
  ...Events.onPages,
  ...Workspace.onPages
]

export type Named = (typeof all)[number] | (typeof onPages)[number]

/** The service's operations and an extension's. */
export const operations: ReadonlyArray<Operation.Any> = Extensions.join(all)

/** Lists that can also be downloaded as a file with one item per line. */
export const files: ReadonlyArray<Operation.Routed> = [Audit.exported]

export const routed: ReadonlyArray<Operation.Routed> = operations.filter(Operation.isRouted)

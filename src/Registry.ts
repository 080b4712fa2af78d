/** All operations with their implementations. Surfaces run only these. */
import * as Api from "./contract/Api.ts"
import * as Extensions from "./contract/Extensions.ts"
import * as Operation from "./contract/Operation.ts"
import * as Implementation from "./Implementation.ts"
import * as Approvals from "./approvals/operations/Approvals.ts"
import * as Apps from "./identity/operations/Apps.ts"
import * as Audit from "./audit/operations/Audit.ts"
import * as Boards from "./boards/operations/Boards.ts"
import * as Goals from "./boards/operations/Goals.ts"
import * as BulkDeals from "./deals/operations/BulkDeals.ts"
import * as BulkLeads from "./leads/operations/BulkLeads.ts"
import * as Calendar from "./deals/operations/Calendar.ts"
import * as Cards from "./reports/operations/Cards.ts"
import * as DealLists from "./deals/operations/DealLists.ts"
import * as DealSums from "./deals/operations/DealSums.ts"
import * as Deals from "./deals/operations/Deals.ts"
import * as DeletedDeals from "./deals/operations/DeletedDeals.ts"
import * as Deliveries from "./webhooks/operations/Deliveries.ts"
import * as Duplicates from "./deals/operations/Duplicates.ts"
import * as Embed from "./identity/operations/Embed.ts"
import * as Events from "./events/operations/Events.ts"
import * as LeadInbox from "./leads/operations/LeadInbox.ts"
import * as ImageUploads from "./leads/operations/ImageUploads.ts"
import * as Imports from "./imports/operations/Imports.ts"
import * as Intake from "./intake/operations/Intake.ts"
import * as Invitations from "./identity/operations/Invitations.ts"
import * as Keys from "./identity/operations/Keys.ts"
import * as Lanes from "./boards/operations/Lanes.ts"
import * as LeadBackground from "./leads/operations/LeadBackground.ts"
import * as Leads from "./leads/operations/Leads.ts"
import * as Match from "./deals/operations/Match.ts"
import * as Me from "./identity/operations/Me.ts"
import * as Members from "./identity/operations/Members.ts"
import * as LeadMerge from "./leads/operations/Merge.ts"
import * as DealMerge from "./deals/operations/Merge.ts"
import * as Neighbours from "./deals/operations/Neighbours.ts"
import * as Notes from "./deals/operations/Notes.ts"
import * as Forecast from "./reports/operations/Forecast.ts"
import * as Periods from "./reports/operations/Periods.ts"
import * as Promotion from "./leads/operations/Promotion.ts"
import * as Query from "./reports/operations/Query.ts"
import * as Rehearsals from "./identity/operations/Rehearsals.ts"
import * as Reports from "./reports/operations/Reports.ts"
import * as Rules from "./approvals/operations/Rules.ts"
import * as TemplateTools from "./templates/operations/TemplateTools.ts"
import * as Templates from "./templates/operations/Templates.ts"
import * as Undo from "./audit/operations/Undo.ts"
import * as Usage from "./identity/operations/Usage.ts"
import * as Views from "./views/operations/Views.ts"
import * as Webhooks from "./webhooks/operations/Webhooks.ts"
import * as Workspace from "./identity/operations/Workspace.ts"

const implementations = {
  ...Approvals.implementations,
  ...Apps.implementations,
  ...Audit.implementations,
  ...Boards.implementations,
  ...Goals.implementations,
  ...BulkDeals.implementations,
  ...BulkLeads.implementations,
  ...Calendar.implementations,
  ...Cards.implementations,
  ...DealLists.implementations,
  ...DealSums.implementations,
  ...Deals.implementations,
  ...DeletedDeals.implementations,
  ...Deliveries.implementations,
  ...Duplicates.implementations,
  ...DealMerge.implementations,
  ...LeadMerge.implementations,
  ...Embed.implementations,
  ...Events.implementations,
  ...LeadInbox.implementations,
  ...ImageUploads.implementations,
  ...Imports.implementations,
  ...Intake.implementations,
  ...Invitations.implementations,
  ...Keys.implementations,
  ...Lanes.implementations,
  ...LeadBackground.implementations,
  ...Leads.implementations,
  ...Match.implementations,
  ...Me.implementations,
  ...Members.implementations,
  ...Neighbours.implementations,
  ...Notes.implementations,
  ...Periods.implementations,
  ...Forecast.implementations,
  ...Promotion.implementations,
  ...Query.implementations,
  ...Rehearsals.implementations,
  ...Reports.implementations,
  ...Rules.implementations,
  ...Templates.implementations,
  ...TemplateTools.implementations,
  ...Undo.implementations,
  ...Usage.implementations,
  ...Views.implementations,
  ...Webhooks.implementations,
  ...Workspace.implementations
}

const joined = [
  ...Implementation.join(Api.all, implementations),
  ...(Extensions.get().operations as ReadonlyArray<Implementation.Runnable>)
]

/** The built-in operations and those of an extension, which include their code. */
export const operations: ReadonlyArray<Implementation.Runnable> = joined.map((operation) => ({
  ...operation,
  preconditions: () => Operation.preconditions(operation, joined)
}))

export const everything = [...operations, ...Implementation.join(Api.onPages, implementations)]

/** Finds an operation by ID. */
export const operationOf = (id: string): Implementation.Runnable => everything.find((one) => one.id === id)!

export const routed = operations.filter(Operation.isRouted)

/** The services that all operations together need. */
export type Services = Implementation.Services<(typeof implementations)[keyof typeof implementations]>

/** Every operation with its implementation. Surfaces run these and nothing else. */
import * as Api from "./contract/Api.ts"
import * as Extensions from "./contract/Extensions.ts"
import * as Operation from "./contract/Operation.ts"
import * as Implementation from "./Implementation.ts"
import * as Approvals from "./operations/approvals/Approvals.ts"
import * as Apps from "./operations/identity/Apps.ts"
import * as Audit from "./operations/audit/Audit.ts"
import * as Boards from "./operations/boards/Boards.ts"
import * as BulkDeals from "./operations/deals/BulkDeals.ts"
import * as BulkLeads from "./operations/leads/BulkLeads.ts"
import * as Calendar from "./operations/deals/Calendar.ts"
import * as Cards from "./operations/reports/Cards.ts"
import * as DealLists from "./operations/deals/DealLists.ts"
import * as DealSums from "./operations/deals/DealSums.ts"
import * as Deals from "./operations/deals/Deals.ts"
import * as DeletedDeals from "./operations/deals/DeletedDeals.ts"
import * as Deliveries from "./operations/webhooks/Deliveries.ts"
import * as Embed from "./operations/identity/Embed.ts"
import * as Events from "./operations/events/Events.ts"
import * as LeadInbox from "./operations/leads/LeadInbox.ts"
import * as ImageUploads from "./operations/leads/ImageUploads.ts"
import * as Imports from "./operations/imports/Imports.ts"
import * as Intake from "./operations/intake/Intake.ts"
import * as Invitations from "./operations/identity/Invitations.ts"
import * as Keys from "./operations/identity/Keys.ts"
import * as Lanes from "./operations/boards/Lanes.ts"
import * as LeadBackground from "./operations/leads/LeadBackground.ts"
import * as Leads from "./operations/leads/Leads.ts"
import * as Match from "./operations/deals/Match.ts"
import * as Me from "./operations/identity/Me.ts"
import * as Members from "./operations/identity/Members.ts"
import * as Neighbours from "./operations/deals/Neighbours.ts"
import * as Notes from "./operations/deals/Notes.ts"
import * as Periods from "./operations/reports/Periods.ts"
import * as Promotion from "./operations/leads/Promotion.ts"
import * as Rehearsals from "./operations/identity/Rehearsals.ts"
import * as Reports from "./operations/reports/Reports.ts"
import * as Rules from "./operations/approvals/Rules.ts"
import * as TemplateTools from "./operations/templates/TemplateTools.ts"
import * as Templates from "./operations/templates/Templates.ts"
import * as Undo from "./operations/audit/Undo.ts"
import * as Usage from "./operations/identity/Usage.ts"
import * as Views from "./operations/views/Views.ts"
import * as Webhooks from "./operations/webhooks/Webhooks.ts"
import * as Workspace from "./operations/identity/Workspace.ts"

const implementations = {
  ...Approvals.implementations,
  ...Apps.implementations,
  ...Audit.implementations,
  ...Boards.implementations,
  ...BulkDeals.implementations,
  ...BulkLeads.implementations,
  ...Calendar.implementations,
  ...Cards.implementations,
  ...DealLists.implementations,
  ...DealSums.implementations,
  ...Deals.implementations,
  ...DeletedDeals.implementations,
  ...Deliveries.implementations,
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
  ...Promotion.implementations,
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

/** Ours, and those of an extension, which bring their code along. */
export const operations: ReadonlyArray<Implementation.Runnable> = joined.map((operation) => ({
  ...operation,
  preconditions: () => Operation.preconditions(operation, joined)
}))

export const everything = [...operations, ...Implementation.join(Api.onPages, implementations)]

/** An operation by its id. */
export const operationOf = (id: string): Implementation.Runnable => everything.find((one) => one.id === id)!

export const routed = operations.filter(Operation.isRouted)

/** The services that all operations together need. */
export type Services = Implementation.Services<(typeof implementations)[keyof typeof implementations]>

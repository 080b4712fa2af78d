/** Every operation of the service, as a caller knows it: whatever describes the API is made from this alone. */
import * as Apps from "./Apps.ts"
import * as Boards from "./Boards.ts"
import * as Cards from "./Cards.ts"
import * as DealLists from "./DealLists.ts"
import * as Deals from "./Deals.ts"
import * as Deliveries from "./Deliveries.ts"
import * as Embed from "./Embed.ts"
import * as Inbox from "./Inbox.ts"
import * as Intake from "./Intake.ts"
import * as Invitations from "./Invitations.ts"
import * as Keys from "./Keys.ts"
import * as Lanes from "./Lanes.ts"
import * as LeadBackground from "./LeadBackground.ts"
import * as Leads from "./Leads.ts"
import * as Match from "./Match.ts"
import * as Me from "./Me.ts"
import * as Members from "./Members.ts"
import * as Notes from "./Notes.ts"
import * as Operation from "./Operation.ts"
import * as Promotion from "./Promotion.ts"
import * as Reports from "./Reports.ts"
import * as Templates from "./Templates.ts"
import * as Usage from "./Usage.ts"
import * as Webhooks from "./Webhooks.ts"

/** With their types, for what is typed by them. */
export const all = [
  ...Me.operations,
  ...DealLists.operations,
  ...Deals.operations,
  ...Notes.operations,
  ...Leads.operations,
  ...Promotion.operations,
  ...Boards.operations,
  ...Lanes.operations,
  ...Reports.operations,
  ...Cards.operations,
  ...Templates.operations,
  ...Match.operations,
  ...Webhooks.operations,
  ...Deliveries.operations,
  ...Embed.operations
]

/** Those that deal in credentials and people, or in what a page alone needs: no other surface has them. */
export const onPages = [
  ...Keys.operations,
  ...Apps.operations,
  ...Members.operations,
  ...Invitations.operations,
  ...Usage.operations,
  ...Inbox.operations,
  ...LeadBackground.operations,
  ...Intake.operations,
  ...Boards.onPages
]

export type Named = (typeof all)[number] | (typeof onPages)[number]

export const operations: ReadonlyArray<Operation.Any> = all

export const routed: ReadonlyArray<Operation.Routed> = operations.filter(Operation.isRouted)

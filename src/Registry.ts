/** Every operation with what it does. Surfaces run these and nothing else. */
import * as Api from "./contract/Api.ts"
import * as Operation from "./contract/Operation.ts"
import * as Implementation from "./Implementation.ts"
import * as Apps from "./operations/Apps.ts"
import * as Boards from "./operations/Boards.ts"
import * as Cards from "./operations/Cards.ts"
import * as DealLists from "./operations/DealLists.ts"
import * as Deals from "./operations/Deals.ts"
import * as Deliveries from "./operations/Deliveries.ts"
import * as Embed from "./operations/Embed.ts"
import * as Inbox from "./operations/Inbox.ts"
import * as Intake from "./operations/Intake.ts"
import * as Invitations from "./operations/Invitations.ts"
import * as Keys from "./operations/Keys.ts"
import * as Lanes from "./operations/Lanes.ts"
import * as LeadBackground from "./operations/LeadBackground.ts"
import * as Leads from "./operations/Leads.ts"
import * as Match from "./operations/Match.ts"
import * as Me from "./operations/Me.ts"
import * as Members from "./operations/Members.ts"
import * as Notes from "./operations/Notes.ts"
import * as Promotion from "./operations/Promotion.ts"
import * as Reports from "./operations/Reports.ts"
import * as Templates from "./operations/Templates.ts"
import * as Usage from "./operations/Usage.ts"
import * as Webhooks from "./operations/Webhooks.ts"

const implementations = {
  ...Apps.implementations,
  ...Boards.implementations,
  ...Cards.implementations,
  ...DealLists.implementations,
  ...Deals.implementations,
  ...Deliveries.implementations,
  ...Embed.implementations,
  ...Inbox.implementations,
  ...Intake.implementations,
  ...Invitations.implementations,
  ...Keys.implementations,
  ...Lanes.implementations,
  ...LeadBackground.implementations,
  ...Leads.implementations,
  ...Match.implementations,
  ...Me.implementations,
  ...Members.implementations,
  ...Notes.implementations,
  ...Promotion.implementations,
  ...Reports.implementations,
  ...Templates.implementations,
  ...Usage.implementations,
  ...Webhooks.implementations
}

export const operations = Implementation.join(Api.all, implementations)

export const everything = [...operations, ...Implementation.join(Api.onPages, implementations)]

export const routed = operations.filter(Operation.isRouted)

/** What the operations, taken together, need to run. */
export type Services = Implementation.Services<(typeof implementations)[keyof typeof implementations]>

/** Every operation of the service. Surfaces read this and nothing else. */
import type * as Operation from "./Operation.ts"
import * as Apps from "./operations/Apps.ts"
import * as Boards from "./operations/Boards.ts"
import * as Cards from "./operations/Cards.ts"
import * as Deals from "./operations/Deals.ts"
import * as Deliveries from "./operations/Deliveries.ts"
import * as Embed from "./operations/Embed.ts"
import * as Inbox from "./operations/Inbox.ts"
import * as Intake from "./operations/Intake.ts"
import * as Lanes from "./operations/Lanes.ts"
import * as Invitations from "./operations/Invitations.ts"
import * as Keys from "./operations/Keys.ts"
import * as LeadBackground from "./operations/LeadBackground.ts"
import * as Leads from "./operations/Leads.ts"
import * as Match from "./operations/Match.ts"
import * as Me from "./operations/Me.ts"
import * as Members from "./operations/Members.ts"
import * as Notes from "./operations/Notes.ts"
import * as Reports from "./operations/Reports.ts"
import * as Templates from "./operations/Templates.ts"
import * as Usage from "./operations/Usage.ts"
import * as Webhooks from "./operations/Webhooks.ts"

/** With their types, for what is typed by them. */
export const all = [
  ...Me.operations,
  ...Deals.operations,
  ...Notes.operations,
  ...Leads.operations,
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
  Boards.names
] as const

export type Named = (typeof all)[number] | (typeof onPages)[number]

export const operations: ReadonlyArray<Operation.Any> = all

export const everything: ReadonlyArray<Operation.Any> = [...all, ...onPages]

export const routed: ReadonlyArray<Operation.Routed> = operations.filter(
  (operation): operation is Operation.Routed => operation.http !== undefined
)

/** What the operations, taken together, need to run. */
export type Services = Operation.Services<Named>

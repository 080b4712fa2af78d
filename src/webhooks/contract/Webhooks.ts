import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, WebhookId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import {
  Events,
  EventType,
  Label,
  tellsOfLead,
  toRow,
  Webhook,
  WebhookList,
  WebhookRow,
  WebhookWithSecret
} from "../../../schema/Webhook.ts"
import * as Operation from "../../contract/Operation.ts"

/** Whether the events include data of leads. Creating, changing or testing such a subscription requires the scope to read leads. */
export const carriesLeads = (events: unknown): boolean =>
  Array.isArray(events) && events.some((event) => typeof event === "string" && tellsOfLead(event))

const ofThem = EventType.literals
  .filter(tellsOfLead)
  .map((event) => `\`${event}\``)
  .join(", ")

const sendsLeads = {
  scope: "leads:read",
  where: `if \`events\` contains one of ${ofThem}`,
  asks: ({ events }: Readonly<Record<string, unknown>>) => carriesLeads(events)
} as const

const ofLeads = { scope: "leads:read", where: `for a subscription to one of ${ofThem}` } as const

export const list = Operation.make("webhooks.list", {
  title: "List webhook subscriptions",
  description: "Lists webhook subscriptions, newest first; lastError shows what is wrong with one.",
  http: { method: "GET", path: "/webhooks" },
  tool: "list_webhooks",
  words: { boardId: "Id or name; default all." },
  toolNote: "URLs are secret: only their ends are given.",
  scope: "deals:read",
  kind: "read",
  input: {
    ...Page.parameters,
    boardId: Field.of("Board", "Id of a board to filter by.", Field.optional(BoardId))
  },
  success: WebhookList,
  compact: { row: WebhookRow, of: toRow },
  faults: [Invalid]
})

export const get = Operation.make("webhooks.get", {
  title: "Get a webhook subscription",
  description: "Reads one subscription; lastDeliveredAt and lastError show how it is doing.",
  http: { method: "GET", path: "/webhooks/:id" },
  scope: "deals:read",
  kind: "read",
  input: { id: WebhookId },
  success: Webhook,
  faults: [NotFound]
})

export const create = Operation.make("webhooks.create", {
  title: "Subscribe to events",
  description:
    "Subscribes a URL to events of a board. A Slack, Discord or Teams webhook URL gets messages in that tool's format, any other signed JSON. Returns the signingSecret (null for a chat tool), which is never shown again. Admins only.",
  http: { method: "POST", path: "/webhooks", status: 201 },
  tool: "create_webhook",
  toolNote: "To read changes yourself use changes_since.",
  words: { stageFilter: "Stages (id or name) for deal.stage_changed; default all." },
  scope: "deals:write",
  also: [sendsLeads],
  role: "admin",
  kind: "write",
  openWorld: true,
  toolInput: {
    url: Field.of("URL", "https, public host.", Field.text(2000)),
    label: Field.of("Label", "A name for it.", Field.optional(Label)),
    stageFilter: Field.of(
      "Stages",
      "Ids of the stages for deal.stage_changed; all if left out.",
      Field.optional(Webhook.fields.stageFilter)
    )
  },
  input: {
    boardId: BoardId,
    url: Field.of("URL", "https URL of a public host; a secret, which is not shown again.", Field.text(2000)),
    label: Field.optional(Label),
    events: Events,
    stageFilter: Field.optional(Webhook.fields.stageFilter)
  },
  example: {
    boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
    url: "https://hooks.example.com/sales",
    label: "Data warehouse",
    events: ["deal.stage_changed", "deal.won"],
    stageFilter: []
  },
  success: WebhookWithSecret,
  faults: [NotFound, Invalid, Forbidden]
})

export const update = Operation.make("webhooks.update", {
  title: "Update a webhook subscription",
  description:
    "Changes the label, the events or the stage filter of a subscription, or switches it on or off; only sent fields change. While it is off nothing is sent: waiting deliveries are kept until it is on again, and new events are not recorded. To change the URL, create another subscription. Admins only.",
  tool: "update_webhook",
  words: { id: "Id, from list_webhooks.", active: "false pauses it, true goes on." },
  http: { method: "PATCH", path: "/webhooks/:id" },
  scope: "deals:write",
  also: [sendsLeads, ofLeads],
  role: "admin",
  kind: "write",
  input: {
    id: WebhookId,
    label: Field.optional(Label),
    events: Field.optional(Events),
    stageFilter: Field.optional(Webhook.fields.stageFilter),
    active: Field.optional(Webhook.fields.active)
  },
  example: { events: ["deal.won"], active: true },
  success: Webhook,
  faults: [NotFound, Invalid, Forbidden]
})

export const remove = Operation.make("webhooks.delete", {
  title: "Delete a webhook subscription",
  description: "Deletes a subscription; its waiting deliveries are not sent. Admins only.",
  http: { method: "DELETE", path: "/webhooks/:id" },
  tool: "delete_webhook",
  words: { id: "Id, from list_webhooks." },
  scope: "deals:write",
  role: "admin",
  kind: "delete",
  input: { id: WebhookId },
  success: Deleted,
  faults: [NotFound]
})

export const rotateSecret = Operation.make("webhooks.rotateSecret", {
  title: "Rotate a signing secret",
  description:
    "Replaces the signing secret and returns the new one, which is never shown again (null for a chat tool). For 24 hours webhook-signature contains a signature with each secret; X-Service-Signature uses the new secret at once. Admins only.",
  tool: "rotate_webhook_secret",
  words: { id: "Id, from list_webhooks." },
  http: { method: "POST", path: "/webhooks/:id/rotate-secret" },
  scope: "deals:write",
  also: [ofLeads],
  role: "admin",
  kind: "write",
  input: { id: WebhookId },
  success: WebhookWithSecret,
  faults: [NotFound, Forbidden]
})

export const operations = [list, create, get, update, remove, rotateSecret] as const

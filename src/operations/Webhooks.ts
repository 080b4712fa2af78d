import { Clock, Effect, Schema } from "effect"
import { Boards } from "../../layers/Boards.ts"
import { Deliveries } from "../../layers/Deliveries.ts"
import { Egress } from "../../layers/Egress.ts"
import { Ids } from "../../layers/Ids.ts"
import { now } from "../../layers/Now.ts"
import * as Signer from "../../layers/Signer.ts"
import { Stages } from "../../layers/Stages.ts"
import { Webhooks } from "../../layers/Webhooks.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import * as Field from "../../schema/Field.ts"
import { BoardId, StageId, WebhookId } from "../../schema/Id.ts"
import * as Page from "../../schema/Page.ts"
import { Events, Label, Webhook, WebhookList, WebhookWithSecret } from "../../schema/Webhook.ts"
import * as Provider from "../domain/Provider.ts"
import * as Operation from "../Operation.ts"

const StageFilter = Schema.Array(StageId)

/** How long a secret that was replaced still signs, beside the new one. */
const overlap = 24 * 60 * 60 * 1000

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** The filter, once it is known that every stage of it is the board's; a board that is not there is not found. */
const stageFilterOf = Effect.fnUntraced(function* (boardId: BoardId, ids: ReadonlyArray<StageId>) {
  const stages = yield* (yield* Stages).of(boardId)
  const unknown = ids.find((id) => stages.every((stage) => stage.id !== id))
  if (unknown === undefined) return distinct(ids)
  const names = stages.map((stage) => `${stage.name} (${stage.id})`).join(", ")
  return yield* new Invalid({
    code: "invalid_stage",
    message: `stageFilter: ${unknown} is no stage of the board. Its stages are: ${names}.`,
    meta: { stages: stages.map(({ id, name, region }) => ({ id, name, region })) }
  })
})

const newSecret = Effect.gen(function* () {
  return Signer.toSecret(yield* (yield* Ids).bytes(32))
})

export const list = Operation.make("webhooks.list", {
  title: "List webhook subscriptions",
  description:
    "Lists the webhook subscriptions of the workspace, or of one board, newest first. How each fares stands in lastDeliveredAt and lastError; what was sent to it, in its deliveries.",
  http: { method: "GET", path: "/webhooks" },
  scope: "deals:read",
  kind: "read",
  input: { ...Page.parameters, boardId: Field.optional(BoardId) },
  success: WebhookList,
  faults: [Invalid],
  run: Effect.fnUntraced(function* ({ boardId, ...page }) {
    return yield* (yield* Webhooks).list(boardId === undefined ? {} : { boardId }, page)
  })
})

export const get = Operation.make("webhooks.get", {
  title: "Get a webhook subscription",
  description: "Reads one subscription and how it fares: lastDeliveredAt and lastError.",
  http: { method: "GET", path: "/webhooks/:id" },
  scope: "deals:read",
  kind: "read",
  input: { id: WebhookId },
  success: Webhook,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Webhooks).find(id)
  })
})

export const create = Operation.make("webhooks.create", {
  title: "Subscribe to events",
  description:
    "Subscribes a URL to events of a board. The URL must be https and of a public host; a Slack, Discord or Teams webhook URL gets messages in that tool's format, any other signed JSON. The answer holds the signingSecret (null for a chat tool), shown here and never again. Admins only.",
  http: { method: "POST", path: "/webhooks", status: 201 },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: {
    boardId: BoardId,
    url: Field.text(2000),
    label: Field.optional(Label),
    events: Events,
    stageFilter: Field.optional(StageFilter)
  },
  example: {
    boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
    url: "https://hooks.example.com/sales",
    label: "Data warehouse",
    events: ["deal.stage_changed", "deal.won"],
    stageFilter: []
  },
  success: WebhookWithSecret,
  faults: [NotFound, Invalid],
  // The name is looked up here, so that a slow name server holds no transaction open.
  prepare: Effect.fnUntraced(function* ({ url }) {
    yield* (yield* Egress).check(url, "url")
    return {}
  }),
  run: Effect.fnUntraced(function* ({ boardId, events, label = null, stageFilter = [], url }) {
    yield* (yield* Boards).find(boardId)
    const filter = yield* stageFilterOf(boardId, stageFilter)
    const target = yield* (yield* Egress).vet(url, "url")
    const provider = Provider.of(target)
    const signingSecret = provider === "generic" ? yield* newSecret : null
    const webhook: Webhook = {
      id: WebhookId.make(yield* (yield* Ids).uuid),
      boardId,
      label,
      urlFingerprint: [...url].slice(-4).join(""),
      provider,
      events: distinct(events),
      stageFilter: filter,
      active: true,
      createdAt: yield* now,
      lastDeliveredAt: null,
      lastError: null
    }
    yield* (yield* Webhooks).insert(webhook, target.href, signingSecret)
    return { ...webhook, signingSecret }
  })
})

export const update = Operation.make("webhooks.update", {
  title: "Update a webhook subscription",
  description:
    "Changes the label, the events or the stage filter of a subscription, or switches it on or off; only sent fields change. While it is off nothing is sent: what was waiting stays, and goes out once it is on again; what happens meanwhile is not recorded. For another URL, make another subscription. Admins only.",
  http: { method: "PATCH", path: "/webhooks/:id" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: {
    id: WebhookId,
    label: Field.optional(Label),
    events: Field.optional(Events),
    stageFilter: Field.optional(StageFilter),
    active: Field.optional(Schema.Boolean)
  },
  example: { events: ["deal.won"], active: true },
  success: Webhook,
  faults: [NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ id, stageFilter, ...edit }) {
    const webhooks = yield* Webhooks
    const before = yield* webhooks.lock(id)
    const filter =
      stageFilter === undefined ? before.stageFilter : yield* stageFilterOf(before.boardId, stageFilter)
    const after: Webhook = {
      ...before,
      ...edit,
      events: distinct(edit.events ?? before.events),
      stageFilter: filter
    }
    yield* webhooks.update(after)
    if (after.active && !before.active) yield* (yield* Deliveries).wake([id])
    return after
  })
})

export const remove = Operation.make("webhooks.delete", {
  title: "Delete a webhook subscription",
  description: "Deletes a subscription; what was waiting for it is not sent. Admins only.",
  http: { method: "DELETE", path: "/webhooks/:id" },
  scope: "deals:write",
  role: "admin",
  kind: "delete",
  input: { id: WebhookId },
  success: Deleted,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Webhooks).remove(id)
    return { id, deleted: true }
  })
})

export const rotateSecret = Operation.make("webhooks.rotateSecret", {
  title: "Rotate a signing secret",
  description:
    "Replaces the signing secret and shows the new one, here and never again (null for a chat tool). For 24 hours webhook-signature holds a signature by each of the two; X-Service-Signature is by the new one at once. Admins only.",
  http: { method: "POST", path: "/webhooks/:id/rotate-secret" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: { id: WebhookId },
  success: WebhookWithSecret,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    const webhooks = yield* Webhooks
    const webhook = yield* webhooks.lock(id)
    if (webhook.provider !== "generic") return { ...webhook, signingSecret: null }
    const signingSecret = yield* newSecret
    const until = new Date((yield* Clock.currentTimeMillis) + overlap).toISOString()
    yield* webhooks.rotate(id, signingSecret, until)
    return { ...webhook, signingSecret }
  })
})

export const operations = [list, create, get, update, remove, rotateSecret] as const

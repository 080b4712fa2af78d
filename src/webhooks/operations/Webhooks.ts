import { Clock, Effect } from "effect"
import { Actor, label, refOf } from "../../../layers/identity/Actor.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Deliveries } from "../../../layers/webhooks/Deliveries.ts"
import { Egress } from "../../../layers/egress/Egress.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import * as Signer from "../../../layers/webhooks/Signer.ts"
import { Stages } from "../../../layers/boards/Stages.ts"
import { Webhooks } from "../../../layers/webhooks/Webhooks.ts"
import { Forbidden, Invalid } from "../../../schema/Fault.ts"
import { BoardId, StageId, WebhookId } from "../../../schema/Id.ts"
import { Webhook } from "../../../schema/Webhook.ts"
import * as Contract from "../contract/Webhooks.ts"
import * as Provider from "../rules/Provider.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import type * as Implementation from "../../Implementation.ts"

/** The time for which a replaced secret still signs in addition to the new one, in milliseconds. */
const overlap = 24 * 60 * 60 * 1000

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** Checks that every stage of the filter is on the board. Fails with not_found if the board doesn't exist. */
const stageFilterOf = Effect.fnUntraced(function* (boardId: BoardId, ids: ReadonlyArray<StageId>) {
  const stages = yield* (yield* Stages).of(boardId)
  const unknown = ids.find((id) => stages.every((stage) => stage.id !== id))
  if (unknown === undefined) return distinct(ids)
  const names = stages.map((stage) => `${stage.name} (${stage.id})`).join(", ")
  return yield* new Invalid({
    code: "invalid_stage",
    message: `stageFilter: ${unknown} is not a stage of the board. Its stages are: ${names}.`,
    meta: { stages: stages.map(({ id, name, region }) => ({ id, name, region })) }
  })
})

/** The subscription, if the caller may read the data that it sends. */
export const allowed = (webhook: Webhook) =>
  Effect.as(Contract.carriesLeads(webhook.events) ? Authorization.need("leads:read") : Effect.void, webhook)

/** The maximum number of subscriptions of one board to one URL on any plan, which limits the deliveries per event. */
const maxPerUrl = 30

const fewEnough = Effect.fnUntraced(function* (boardId: BoardId, url: string, hint: string) {
  if ((yield* (yield* Webhooks).sameUrl(boardId, url, hint)) < maxPerUrl) return
  return yield* new Forbidden({
    code: "plan_limit_exceeded",
    message: `This URL already has ${maxPerUrl} subscriptions to this board. Change or delete one of them.`,
    meta: { limit: "webhooks" }
  })
})

const notTaken = (begins: string) =>
  new Invalid({
    code: "invalid_body",
    message: `url takes no webhooks. ${begins}; copy it from there whole.`,
    meta: { issues: [{ path: "url", message: "takes no webhooks" }] }
  })

const newSecret = Effect.gen(function* () {
  return Signer.toSecret(yield* (yield* Ids).bytes(32))
})

export const implementations = {
  "webhooks.list": Effect.fnUntraced(function* ({ boardId, ...page }) {
    return yield* (yield* Webhooks).list(boardId === undefined ? {} : { boardId }, page)
  }),
  "webhooks.get": Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Webhooks).find(id)
  }),
  "webhooks.create": {
    // The host name is resolved before the transaction, so that a slow name server doesn't keep it open.
    prepare: Effect.fnUntraced(function* ({ url }) {
      if ((yield* Actor).workspace.rehearsal === undefined) yield* (yield* Egress).check(url, "url")
      return {}
    }),
    simulate: () =>
      Effect.succeed({ replaced: {}, notRehearsed: ["url: whether its host has a public address"] }),
    run: Effect.fnUntraced(function* ({ boardId, events, label: name = null, stageFilter = [], url }) {
      yield* (yield* Boards).find(boardId)
      const filter = yield* stageFilterOf(boardId, stageFilter)
      const target = yield* (yield* Egress).checkUrl(url, "url")
      const flaw = Provider.flaw(target)
      if (flaw !== undefined) return yield* notTaken(flaw)
      const provider = Provider.of(target)
      const signingSecret = provider === "generic" ? yield* newSecret : null
      const actor = yield* Actor
      const urlFingerprint = [...url].slice(-4).join("")
      yield* (yield* PlanLimits).admit(actor.workspace.plan, "webhooks", boardId)
      yield* fewEnough(boardId, target.href, urlFingerprint)
      const webhook: Webhook = {
        id: WebhookId.make(yield* (yield* Ids).uuid),
        boardId,
        label: name,
        urlFingerprint,
        provider,
        events: distinct(events),
        stageFilter: filter,
        active: true,
        createdAt: yield* now,
        lastDeliveredAt: null,
        lastError: null,
        createdBy: label(actor),
        maker: { ...refOf(actor), isGone: false }
      }
      yield* (yield* Webhooks).insert(webhook, target.href, signingSecret)
      return { ...webhook, signingSecret }
    })
  },
  "webhooks.update": Effect.fnUntraced(function* ({ id, stageFilter, ...edit }) {
    const webhooks = yield* Webhooks
    const before = yield* allowed(yield* webhooks.lock(id))
    const filter =
      stageFilter === undefined ? before.stageFilter : yield* stageFilterOf(before.boardId, stageFilter)
    const after: Webhook = {
      ...before,
      ...edit,
      events: distinct(edit.events ?? before.events),
      stageFilter: filter
    }
    yield* webhooks.update(before, after)
    if (after.active && !before.active) yield* (yield* Deliveries).wake([id])
    return after
  }),
  "webhooks.delete": Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Webhooks).remove(id)
    return { id, deleted: true }
  }),
  "webhooks.rotateSecret": Effect.fnUntraced(function* ({ id }) {
    const webhooks = yield* Webhooks
    const webhook = yield* allowed(yield* webhooks.lock(id))
    if (webhook.provider !== "generic") return { ...webhook, signingSecret: null }
    const signingSecret = yield* newSecret
    const until = new Date((yield* Clock.currentTimeMillis) + overlap).toISOString()
    yield* webhooks.rotate(id, signingSecret, until)
    return { ...webhook, signingSecret }
  })
} satisfies Implementation.Of<typeof Contract.operations>

/** Announces a pending or ended approval in the event feed and to webhooks. */
import { Effect } from "effect"
import { EventFeed } from "../events/EventFeed.ts"
import { Outbox } from "../webhooks/Outbox.ts"
import type { Stored } from "./ApprovalRow.ts"

export const make = Effect.gen(function* () {
  const feed = yield* EventFeed
  const outbox = yield* Outbox
  return Effect.fnUntraced(function* (approval: Stored, at: string) {
    const { credential, id, operation, sealed, status } = approval
    const type = `approval.${status}` as const
    yield* feed.record([{ type, approvalId: id, credential, data: { operation } }])
    const event = status === "pending" ? "approval.requested" : "approval.decided"
    const { summary, why } = sealed.told
    yield* outbox.append([{ type: event, approval: { ...approval, summary, why }, at }])
  })
})

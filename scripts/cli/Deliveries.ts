/** The deliveries of a subscription, read from its log with their exact bytes and ids. */
import { Effect } from "effect"
import type { Webhook } from "../../schema/Webhook.ts"
import * as NameResolver from "../../src/shared/NameResolver.ts"
import * as Caller from "./Caller.ts"
import { refused } from "./Failed.ts"
import type { Message } from "./Payloads.ts"

interface Row {
  readonly id: string
  readonly event: string
}

/** The maximum number of past deliveries to read when the log is read again. */
const maxDeliveries = 1_000

/** Finds a subscription by its id or label. */
export const find = Effect.fnUntraced(function* (handle: string) {
  if (NameResolver.isId(handle)) return (yield* Caller.get(`/webhooks/${handle}`)) as { readonly id: string }
  const { data } = yield* Caller.pages("/webhooks", {}, maxDeliveries)
  const found = (data as ReadonlyArray<typeof Webhook.Encoded>).filter(
    ({ label }) => label?.trim().toLowerCase() === handle.trim().toLowerCase()
  )
  if (found.length === 1) return found[0]!
  const many = found.length === 0 ? "no subscription has" : `${found.length} subscriptions have`
  return yield* refused(
    "webhook_not_found",
    `--webhook: ${many} the label ${handle}. Find its id: webhooks list`
  )
})

const message = Effect.fnUntraced(function* (webhookId: string, { event, id }: Row) {
  const { body } = yield* Caller.get(`/webhooks/${webhookId}/deliveries/${id}`)
  return { id, event, boardId: undefined, body: Buffer.from(body) } satisfies Message as Message
})

/** Reads the deliveries since the last call, oldest first; the first call reads the last `replay`. */
export const reader = (webhookId: string, replay: number) => {
  let previous: ReadonlySet<string> | undefined
  return Effect.gen(function* () {
    const known = previous
    const page = yield* Caller.pages(
      `/webhooks/${webhookId}/deliveries`,
      {},
      known === undefined ? Math.max(replay, 100) : 100
    )
    const data: ReadonlyArray<Row> = page.data
    const fresh = known === undefined ? data.slice(0, replay) : data.filter(({ id }) => !known.has(id))
    previous = new Set([...data.map(({ id }) => id), ...[...(known ?? [])].slice(0, maxDeliveries)])
    return yield* Effect.forEach(fresh.toReversed(), (row) => message(webhookId, row))
  })
}

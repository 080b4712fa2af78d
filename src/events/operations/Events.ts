import { Effect } from "effect"
import { EventFeed } from "../../../layers/events/EventFeed.ts"
import type { Kind } from "../../../layers/events/FeedFilters.ts"
import { EventNotifications } from "../../../layers/events/EventNotifications.ts"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import { UserId } from "../../../schema/Id.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import { Patience } from "../../invocation/Call.ts"
import * as ChangeWords from "../rules/ChangeWords.ts"
import type * as Contract from "../contract/Events.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import type * as Implementation from "../../Implementation.ts"

type FeedInput = Operation.Input<typeof Contract.list>

/** The query of the feed. A cursor is a position in the feed, so `since` is ignored with it, unless it leads back in time. */
const queryOf = Effect.fnUntraced(function* ({ ownerId, since, wait: _, ...page }: FeedInput) {
  const { user } = yield* Actor
  const isNarrow = since !== undefined && (page.cursor === undefined || page.order === "newest")
  return {
    ...page,
    ...(ownerId === undefined ? {} : { ownerId: ownerId === "me" ? user.id : UserId.make(ownerId) }),
    ...(isNarrow ? { since: new Date(since).toISOString() } : {})
  }
})

/** The kinds of records that the caller can read. */
const kindsOf = Effect.map(Actor, ({ scopes }): ReadonlyArray<Kind> =>
  (["deal", "lead"] as const).filter((kind) => RecordScope.mayRead(scopes, kind))
)

const read = Effect.fnUntraced(function* (input: FeedInput) {
  const actor = yield* Actor
  const approvalsOf = actor.role === "admin" && actor.rules === undefined ? "all" : author(actor)
  return yield* (yield* EventFeed).read(yield* queryOf(input), yield* kindsOf, approvalsOf)
})

/** The most pages of 100 changes that a digest sums up. */
const maxPages = 10

/** A line for each record of the next thousand changes. */
const digest = Effect.fnUntraced(function* (input: FeedInput) {
  const changes: Array<ChangeWords.Named> = []
  let page = yield* read({ ...input, limit: 100 })
  changes.push(...page.data)
  for (let pages = 1; page.hasMore && pages < maxPages; pages++) {
    page = yield* read({ ...input, limit: 100, cursor: page.nextCursor })
    changes.push(...page.data)
  }
  return { ...page, data: ChangeWords.digest(changes) }
})

export const implementations = {
  "events.list": {
    waitFor: Effect.fnUntraced(function* ({ wait = 0, ...input }) {
      yield* Authorization.needAnyRead
      if (wait === 0) return
      const patience = yield* Patience
      patience.isLong = true
      yield* (yield* EventNotifications).await(yield* queryOf(input), wait, patience.isGone)
    }),
    listCompact: Effect.fnUntraced(function* ({
      digest: isDigest,
      ...input
    }: FeedInput & { readonly digest?: boolean }) {
      if (isDigest === true) return yield* digest(input)
      const page = yield* read(input)
      return { ...page, data: page.data.map(ChangeWords.toRow) }
    }),
    run: Effect.fnUntraced(function* (input) {
      const page = yield* read(input)
      return { ...page, data: page.data.map(({ name: _, ...change }) => change) }
    })
  },
  "events.latest": Effect.fnUntraced(function* (input) {
    const query = yield* queryOf({ ...input, order: "newest" })
    const { data } = yield* (yield* EventFeed).read(query, yield* kindsOf, author(yield* Actor))
    return { data: data.filter(({ approvalId }) => approvalId === undefined) }
  })
} satisfies Implementation.Of<typeof Contract.operations | typeof Contract.onPages>

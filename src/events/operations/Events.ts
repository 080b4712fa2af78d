import { Effect } from "effect"
import { EventFeed, type Kind } from "../../../layers/events/EventFeed.ts"
import { EventNotifications } from "../../../layers/events/EventNotifications.ts"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import { Patience } from "../../invocation/Call.ts"
import type * as Contract from "../contract/Events.ts"
import type * as Operation from "../../contract/Operation.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import type * as Implementation from "../../Implementation.ts"

type FeedInput = Operation.Input<typeof Contract.list>

/** The query of the feed. A cursor is a position in the feed, so `since` is ignored with it. */
const queryOf = ({ since, wait: _, ...page }: FeedInput) =>
  since === undefined || page.cursor !== undefined ? page : { ...page, since: new Date(since).toISOString() }

/** The kinds of records that the caller can read. */
const kindsOf = Effect.map(Actor, ({ scopes }): ReadonlyArray<Kind> =>
  (["deal", "lead"] as const).filter((kind) => RecordScope.mayRead(scopes, kind))
)

export const implementations = {
  "events.list": {
    waitFor: Effect.fnUntraced(function* ({ wait = 0, ...input }) {
      yield* Authorization.needAnyRead
      if (wait === 0) return
      const patience = yield* Patience
      patience.isLong = true
      yield* (yield* EventNotifications).await(queryOf(input), wait, patience.isGone)
    }),
    run: Effect.fnUntraced(function* (input) {
      const actor = yield* Actor
      const approvalsOf = actor.role === "admin" && actor.rules === undefined ? "all" : author(actor)
      return yield* (yield* EventFeed).read(queryOf(input), yield* kindsOf, approvalsOf)
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>

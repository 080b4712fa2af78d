/** Follows the change feed (GET /v1/events) by long polling, which needs no public address. */
import { Console, Effect } from "effect"
import { Flag } from "effect/cli"
import type { Change } from "../../schema/Change.ts"
import * as Flags from "../admin/command/Flags.ts"
import * as Caller from "./Caller.ts"
import { exits, Failed } from "./Failed.ts"

interface Page {
  readonly data: ReadonlyArray<Change>
  readonly hasMore: boolean
  readonly nextCursor: string
}

/** The maximum wait that the service allows, in seconds. */
const wait = 20

const read = (query: Readonly<Record<string, unknown>>) =>
  Effect.map(
    Caller.call({ method: "GET", path: "/events", query, wait: Number(query["wait"] ?? 0), answer: "list" }),
    ({ body }) => body as Page
  )

const minute = 60_000

/** How far to look back for the last changes, in minutes; the next span is used only if there were too few. */
const spans = [60, 24 * 60, 30 * 24 * 60]

/** The maximum number of changes to read in order to find the last ones. */
const maxChanges = 10_000

const since = Effect.fnUntraced(function* (minutes: number) {
  const start = new Date(Date.now() - minutes * minute).toISOString()
  const changes: Array<Change> = []
  let page = yield* read({ since: start, limit: 100 })
  for (;;) {
    changes.push(...page.data)
    if (!page.hasMore || changes.length >= maxChanges) return { changes, cursor: page.nextCursor }
    page = yield* read({ cursor: page.nextCursor, limit: 100 })
  }
})

const last = Effect.fnUntraced(function* (count: number) {
  for (const minutes of spans) {
    const found = yield* since(minutes)
    if (found.changes.length >= count || minutes === spans.at(-1)) {
      return { ...found, changes: found.changes.slice(-count) }
    }
  }
  return yield* Effect.die("there is a last span")
})

/** The start: now, with the last `N` changes, or after a cursor. */
const begin = Effect.fnUntraced(function* (replay: string | undefined) {
  if (replay === undefined) return { ...(yield* since(0)), changes: [] }
  if (/^\d{1,4}$/u.test(replay)) return yield* last(Number(replay))
  return { changes: [], cursor: replay }
})

/** Ends a command after the requested number of items. */
class Enough {
  readonly _tag = "Enough"
}

export const countFlag = (what: string) =>
  Flags.optional(
    Flag.Int("count").pipe(
      Flag.filter(
        (count) => count > 0,
        () => "must be 1 or more"
      ),
      Flag.withDescription(`Ends after this many ${what}`)
    )
  )

/** Counts each item; fails with `Enough` after the last. */
export const counter = (count: number | undefined) => {
  let done = 0
  return Effect.suspend(() => (++done === count ? Effect.fail(new Enough()) : Effect.void))
}

export const untilEnough = <A, E, R>(following: Effect.Effect<A, E | Enough, R>) =>
  Effect.catchIf(
    following,
    (error): error is E & Enough => error instanceof Enough,
    () => Effect.void
  )

/** Runs `each` on every change in turn, indefinitely. If the service is unavailable, it says so and waits. */
export const follow = Effect.fnUntraced(function* <E, R>(
  replay: string | undefined,
  each: (change: Change, cursor: string) => Effect.Effect<void, E, R>,
  between: Effect.Effect<void, E, R> = Effect.void
) {
  const first = yield* begin(replay)
  for (const change of first.changes) yield* each(change, first.cursor)
  let { cursor } = first
  let isAway = false
  for (;;) {
    const page = yield* Effect.catchIf(
      read({ cursor, wait, limit: 100 }),
      ({ exit }: Failed) => exit === exits.away,
      ({ message }) =>
        Effect.gen(function* () {
          if (!isAway) yield* Console.error(`${message} Waiting for it.`)
          isAway = true
          yield* Effect.sleep(2_000)
          return undefined
        })
    )
    if (page === undefined) continue
    if (isAway) yield* Console.error("The service is back.")
    isAway = false
    for (const change of page.data) yield* each(change, page.nextCursor)
    cursor = page.nextCursor
    yield* between
  }
})

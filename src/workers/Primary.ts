/** The first of several processes: it has the database and the workers, which serve, and makes itself known. */
import { Duration, Effect, Layer, Redacted } from "effect"
import cluster from "node:cluster"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import { Database } from "../../layers/platform/database/Database.ts"
import * as Loop from "../../layers/platform/Loop.ts"
import { Settings } from "../../layers/platform/Settings.ts"
import { announce } from "../Announce.ts"
import { guarded } from "../App.ts"
import * as Member from "./Member.ts"

/** A worker that lived this long did not fail at its start. */
const steady = Duration.seconds(10)

/** Milliseconds until the next try, after so many failures one after the other. */
const pauseAfter = (failures: number) => Math.min(5_000, 50 * 2 ** failures)

/** First no process takes connections any more, then each ends: a client that is sent away finds no other door. */
const dismiss = Effect.fnUntraced(function* (crew: ReadonlySet<Member.Member>, delay: Duration.Duration) {
  const each = <A>(act: (member: Member.Member) => Effect.Effect<A>) =>
    Effect.forEach(crew, act, { concurrency: "unbounded", discard: true })
  yield* each((member) => Effect.flatMap(member.isReady, (is) => (is ? Effect.void : member.kill)))
  yield* Effect.timeoutOption(
    each((member) => member.deafen),
    Duration.sum(delay, Duration.seconds(2))
  )
  yield* each((member) =>
    Effect.timeoutOrElse(member.end, { duration: "11 seconds", orElse: () => member.kill })
  )
})

const serve = Effect.gen(function* () {
  const { shutdownDelay, workers } = yield* Settings
  const { url } = yield* Database
  // Each worker accepts by itself. Handed over by the primary, which is the default, a connection on its way to a
  // worker that is killed would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const crew = yield* Effect.acquireRelease(
    Effect.sync(() => new Set<Member.Member>()),
    (crew) => dismiss(crew, shutdownDelay)
  )
  const hire = Effect.tap(Member.fork({ DATABASE_URL: Redacted.value(url) }), (member) =>
    Effect.sync(() => crew.add(member))
  )

  /** Puts another in the place of one that ends, ever more slowly where none stays. */
  const keep = (first: Member.Member) => {
    let member = first
    let failures = 0
    return Loop.forever("Keeping a worker", () =>
      Effect.gen(function* () {
        const [lived, { message }] = yield* Effect.timed(member.ended)
        crew.delete(member)
        failures = Duration.isGreaterThan(lived, steady) ? 0 : failures + 1
        const pause = pauseAfter(failures)
        yield* Effect.logWarning(`A worker is gone, another follows in ${pause} ms: ${message}`)
        yield* Effect.sleep(pause)
        member = yield* hire
      })
    )
  }

  const members = yield* Effect.replicateEffect(hire, workers)
  const [base = ""] = yield* Effect.forEach(members, ({ ready }) => ready, { concurrency: "unbounded" })
  for (const member of members) yield* Effect.forkScoped(keep(member))
  yield* Effect.forkScoped(
    Loop.forever("Watching the workers", () => Effect.forEach([...crew], ({ check }) => check), {
      every: "1 second"
    })
  )
  yield* Effect.provideService(announce, BaseUrl, base)
})

/** What all share, the key that seals secrets among it, is made here before the first of them starts. */
export const layer = Layer.effectDiscard(serve).pipe(Layer.provide(guarded))

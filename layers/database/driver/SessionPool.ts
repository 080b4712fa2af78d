/** A session pool: sessions open on demand, are lent to one caller at a time, and close after a minute without use. */
import { type Duration, Effect, FiberSet, Pool, type Scope } from "effect"
import { SqlError } from "effect/sql"
import * as Failures from "./Failures.ts"
import { type Options, Session } from "./Session.ts"

export interface Settings extends Options {
  readonly most: number
  readonly connectTimeout: Duration.Input
  /** Called with each session when it starts to connect. The result is called when it has ended. */
  readonly watch: (session: Session) => () => void
}

export interface SessionPool {
  /** Lends a session until the scope closes. */
  readonly get: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>
  /** Lends a session for one effect, without opening a scope. */
  readonly use: <A, E, R>(
    effect: (session: Session) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

const connect = (settings: Settings) =>
  Effect.callback<Session, SqlError.SqlError>((resume) => {
    const session: Session = new Session(settings, (exit) => {
      resume(Effect.as(exit, session))
    })
    session.onEnd = settings.watch(session)
    return Effect.sync(() =>
      session.fail(Failures.connection(new Error("Connecting was interrupted"), "connect"))
    )
  }).pipe(
    Effect.timeoutOrElse({
      duration: settings.connectTimeout,
      orElse: () => Effect.fail(Failures.connection(new Error("Connection timed out"), "connect"))
    })
  )

export const make = Effect.fnUntraced(function* (settings: Settings) {
  const run = yield* FiberSet.makeRuntime<never>()
  /** Sessions that are still in the pool but must not be used again. */
  const retired = new Set<Session>()
  const acquire = Effect.acquireRelease(connect(settings), (session) => Effect.sync(() => session.close()), {
    interruptible: true
  })
  const pool: Pool.Pool<Session, SqlError.SqlError> = yield* Pool.makeWithTTL({
    acquire: Effect.tap(acquire, (session) =>
      Effect.sync(() => {
        session.onRetire = () => {
          retired.add(session)
          // Callers that wait for this session get another one.
          run(Pool.invalidate(pool, session))
        }
      })
    ),
    min: 0,
    max: settings.most,
    timeToLive: "60 seconds",
    timeToLiveStrategy: "usage"
  })

  const drop = Effect.suspend(() => {
    const all = [...retired]
    retired.clear()
    return Effect.forEach(all, (session) => Pool.invalidate(pool, session), { discard: true })
  })
  const get: SessionPool["get"] = Effect.suspend(() =>
    Effect.flatMap(retired.size > 0 ? Effect.andThen(drop, Pool.get(pool)) : Pool.get(pool), (session) =>
      session.failure === undefined
        ? Effect.succeed(session)
        : Effect.andThen(Pool.invalidate(pool, session), get)
    )
  )
  const use: SessionPool["use"] = (effect) =>
    Effect.suspend(() =>
      retired.size === 0 ? Pool.use(pool, effect) : Effect.scoped(Effect.flatMap(get, effect))
    )
  return { get, use } satisfies SessionPool as SessionPool
})

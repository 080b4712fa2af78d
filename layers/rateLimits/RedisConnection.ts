/** A connection to Redis, which ends at its first failure or late answer. */
import { createClient } from "@redis/client"
import { Data, Deferred, Effect, Redacted } from "effect"
import { type LimitBucket, namesOf } from "./LimitBucket.ts"
import * as Scripts from "./Scripts.ts"

export class RedisAway extends Data.TaggedError("RedisAway")<{ readonly message: string }> {}

const connectPatience = 1_000

/**
 * Two timers and one more turn of the event loop: a process that was itself held up first reads what has arrived,
 * before it blames Redis.
 */
const after = (milliseconds: number, late: () => void) => {
  const again = () => {
    timer = setTimeout(() => setImmediate(late), milliseconds / 2)
  }
  let timer = setTimeout(again, milliseconds / 2)
  return () => clearTimeout(timer)
}

/** The reason of an error; some socket errors have only a code. */
const reasonOf = (error: unknown) => {
  const { code, message } = error as { readonly message?: string; readonly code?: string }
  return new RedisAway({ message: message || code || String(error) })
}

const answerWithin = <A>(milliseconds: number, send: () => Promise<A>) =>
  Effect.callback<A, RedisAway>((resume) => {
    const cancel = after(milliseconds, () =>
      resume(Effect.fail(new RedisAway({ message: `no answer within ${milliseconds} ms` })))
    )
    send().then(
      (answer) => {
        cancel()
        resume(Effect.succeed(answer))
      },
      (error: unknown) => {
        cancel()
        resume(Effect.fail(reasonOf(error)))
      }
    )
    return Effect.sync(cancel)
  })

export interface Site {
  readonly url: Redacted.Redacted
  /** How long a request may wait for Redis, in milliseconds. */
  readonly patience: number
  /** The prefix of every key. */
  readonly prefix: string
  /** Unix time in milliseconds, for tests; otherwise Redis uses its own clock. */
  readonly now?: Effect.Effect<number> | undefined
}

/** Opens a connection, which never reconnects. */
export const open = Effect.fnUntraced(function* ({ now, patience, prefix, url }: Site) {
  const lost = yield* Deferred.make<never, RedisAway>()
  const lose = (reason: RedisAway) => Deferred.doneUnsafe(lost, Effect.fail(reason))
  const client = yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        createClient({
          url: Redacted.value(url),
          RESP: 2,
          disableClientInfo: true,
          disableOfflineQueue: true,
          scripts: Scripts.scripts,
          socket: { connectTimeout: connectPatience, reconnectStrategy: false }
        }),
      catch: reasonOf
    }),
    (client) => Effect.sync(() => client.isOpen && client.destroy())
  )
  client.on("error", (error) => lose(reasonOf(error)))
  yield* answerWithin(connectPatience, () => client.connect())

  const time = now === undefined ? Effect.succeed("") : Effect.map(now, String)
  const guarded = <A>(send: () => Promise<A>) =>
    Effect.tapError(answerWithin(patience, send), (reason) => Effect.sync(() => lose(reason)))
  const nodes = `${prefix}nodes`

  return {
    /** Fails once the connection ends. */
    lost: Deferred.await(lost),
    take: (buckets: ReadonlyArray<LimitBucket>) =>
      Effect.flatMap(time, (now) => {
        const keys = namesOf(buckets).map((name) => prefix + name)
        return Effect.map(
          guarded(() => client.take(keys, Scripts.takeArguments(buckets, now))),
          (reply) => Scripts.verdictOf(buckets, reply)
        )
      }),
    /** Registers this process, and returns how many are registered. */
    beat: (id: string, forgetAfter: number) =>
      Effect.flatMap(time, (now) => guarded(() => client.beat([nodes], [now, id, String(forgetAfter)]))),
    /** Keeps the highest number given under a name, for some milliseconds since the last. */
    raise: (name: string, value: number, milliseconds: number) =>
      guarded(() => client.raise([prefix + name], [String(value), String(milliseconds)])),
    /** The highest of the numbers under these names; 0 if there is none. */
    raised: (names: ReadonlyArray<string>) =>
      Effect.map(
        guarded(() => client.mGet(names.map((name) => prefix + name))),
        (found) => Math.max(0, ...found.map(Number))
      ),
    leave: (id: string) => guarded(() => client.zRem(nodes, id))
  }
})

export type RedisConnection = Effect.Success<ReturnType<typeof open>>

/** A connection to Redis that closes at the first error or timeout. */
import { createClient } from "@redis/client"
import { Data, Deferred, Effect, Redacted } from "effect"
import { type LimitBucket, namesOf } from "./LimitBucket.ts"
import * as RedisScripts from "./RedisScripts.ts"

export class RedisAway extends Data.TaggedError("RedisAway")<{ readonly message: string }> {}

const connectPatience = 1_000

/** Uses two timers and another event-loop turn, so that a process that was itself blocked reads pending answers before it blames Redis. */
const after = (milliseconds: number, late: () => void) => {
  const again = () => {
    timer = setTimeout(() => setImmediate(late), milliseconds / 2)
  }
  let timer = setTimeout(again, milliseconds / 2)
  return () => clearTimeout(timer)
}

/** The reason of an error. Some socket errors only have a code. */
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
  /** Timeout of a request to Redis in milliseconds. */
  readonly patience: number
  /** Prefix of every key. */
  readonly prefix: string
  /** Unix time in milliseconds, for tests. By default Redis uses its own clock. */
  readonly now?: Effect.Effect<number> | undefined
}

/** Opens a connection that never reconnects. */
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
          scripts: RedisScripts.scripts,
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
    /** Fails when the connection ends. */
    lost: Deferred.await(lost),
    take: (buckets: ReadonlyArray<LimitBucket>) =>
      Effect.flatMap(time, (now) => {
        const keys = namesOf(buckets).map((name) => prefix + name)
        return Effect.map(
          guarded(() => client.take(keys, RedisScripts.takeArguments(buckets, now))),
          (reply) => RedisScripts.verdictOf(buckets, reply)
        )
      }),
    /** Registers this process and returns the number of registered processes. */
    beat: (id: string, forgetAfter: number) =>
      Effect.flatMap(time, (now) => guarded(() => client.beat([nodes], [now, id, String(forgetAfter)]))),
    /** Stores the maximum of the numbers given for a name, and keeps it for some milliseconds after the last one. */
    raise: (name: string, value: number, milliseconds: number) =>
      guarded(() => client.raise([prefix + name], [String(value), String(milliseconds)])),
    /** The maximum of the numbers of these names; 0 if there is none. */
    raised: (names: ReadonlyArray<string>) =>
      Effect.map(
        guarded(() => client.mGet(names.map((name) => prefix + name))),
        (found) => Math.max(0, ...found.map(Number))
      ),
    leave: (id: string) => guarded(() => client.zRem(nodes, id))
  }
})

export type RedisConnection = Effect.Success<ReturnType<typeof open>>

/**
 * Delays strangers' sign-in attempts above an account's limit instead of refusing them. If the queue is full, a random attempt is refused,
 * preferably one of a network with several, so that nobody can occupy all places.
 */
import { Context, Deferred, Effect, Random } from "effect"
import { RateLimited } from "../../../../schema/Fault.ts"

interface Waiting {
  readonly account: string
  readonly prefix: string
  readonly out: Deferred.Deferred<never, RateLimited>
}

/** The maximum number of waiting attempts: from one network for an account, for an account, and in the process. */
const limits = { prefix: 2, account: 8, all: 256 }

/** The delay in seconds. */
const delaySeconds = 5

const crowded = new RateLimited({
  code: "rate_limited_account",
  message: `Many are trying to sign in to this account from elsewhere. Wait ${delaySeconds} s, then try again; browsers that have signed in to it before don't have to wait.`,
  retryAfter: delaySeconds
})

export interface Room {
  readonly wait: (account: string, prefix: string) => Effect.Effect<void, RateLimited>
}

export const make = (): Room => {
  const waiting = new Set<Waiting>()

  /** The attempts of which one must be refused; empty if there is space. */
  const rivalsOf = ({ account, prefix }: Waiting): ReadonlyArray<Waiting> => {
    const all = [...waiting]
    const ofAccount = all.filter((one) => one.account === account)
    const ofPrefix = ofAccount.filter((one) => one.prefix === prefix)
    if (ofPrefix.length >= limits.prefix) return ofPrefix
    if (ofAccount.length >= limits.account) return ofAccount
    return all.length >= limits.all ? all : []
  }

  const enter = Effect.fnUntraced(function* (one: Waiting) {
    const rivals = rivalsOf(one)
    waiting.add(one)
    if (rivals.length === 0) return
    const lots = [...rivals, one]
    const loser = lots[(yield* Random.nextIntBetween(0, lots.length)) % lots.length]!
    waiting.delete(loser)
    yield* Deferred.fail(loser.out, crowded)
  })

  const wait = Effect.fnUntraced(function* (account: string, prefix: string) {
    const one: Waiting = { account, prefix, out: yield* Deferred.make<never, RateLimited>() }
    yield* Effect.raceFirst(
      Deferred.await(one.out),
      Effect.andThen(enter(one), Effect.sleep(delaySeconds * 1000))
    ).pipe(Effect.ensuring(Effect.sync(() => waiting.delete(one))))
  })

  return { wait }
}

/** One queue per process. Tests provide their own. */
export const Room = Context.Reference<Room>("pipeline/surfaces/pages/Strangers", {
  defaultValue: () => make()
})

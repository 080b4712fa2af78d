/**
 * Strangers beyond what an account takes of them in a minute: they are not refused but wait a while, a few at a time. If
 * there is no room, lots decide who goes, first among those of one prefix: nobody holds all the places, whoever came first.
 */
import { Context, Deferred, Effect, Random } from "effect"
import { RateLimited } from "../../../../schema/Fault.ts"

interface Waiting {
  readonly account: string
  readonly prefix: string
  readonly out: Deferred.Deferred<never, RateLimited>
}

/** How many wait at once: of a prefix for an account, for an account, in a process. */
const most = { prefix: 2, account: 8, all: 256 }

/** Seconds. */
const hold = 5

const crowded = new RateLimited({
  code: "rate_limited_account",
  message: `Many are trying to sign in to this account from elsewhere. Wait ${hold} s, then try again; browsers that signed in with it before need not wait.`,
  retryAfter: hold
})

export interface Room {
  readonly wait: (account: string, prefix: string) => Effect.Effect<void, RateLimited>
}

export const make = (): Room => {
  const waiting = new Set<Waiting>()

  /** Among whom lots are drawn; nobody where there is room. */
  const rivalsOf = ({ account, prefix }: Waiting): ReadonlyArray<Waiting> => {
    const all = [...waiting]
    const ofAccount = all.filter((one) => one.account === account)
    const ofPrefix = ofAccount.filter((one) => one.prefix === prefix)
    if (ofPrefix.length >= most.prefix) return ofPrefix
    if (ofAccount.length >= most.account) return ofAccount
    return all.length >= most.all ? all : []
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
      Effect.andThen(enter(one), Effect.sleep(hold * 1000))
    ).pipe(Effect.ensuring(Effect.sync(() => waiting.delete(one))))
  })

  return { wait }
}

/** The one of this process; a test gives its own. */
export const Room = Context.Reference<Room>("pipeline/surfaces/pages/Strangers", {
  defaultValue: () => make()
})

/**
 * Who may try a password, and how often. A browser that signed in to an account before is known to it by a cookie and
 * waits for its own wrong tries alone; everybody else waits for those of their network, and for other strangers.
 *
 * An address may have several accounts, and whoever made one of them knows its password. So each account counts for
 * itself what it was compared with, and knows its own browsers; what is answered to a wrong password goes by the wrong
 * ones for the address alone, which tells nobody what other accounts it has.
 */
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { Ids } from "../../../../layers/platform/Ids.ts"
import { Place } from "../../../../layers/identity/people/Passwords.ts"
import { type Account, normal, People } from "../../../../layers/identity/people/People.ts"
import { type Counter, Tries } from "../../../../layers/identity/people/Tries.ts"
import { Vault } from "../../../../layers/platform/Vault.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as Auth from "../../Auth.ts"
import * as Cookies from "../platform/Cookies.ts"
import { Room } from "./Strangers.ts"
import type { Visit } from "../platform/Visit.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const lifetime = 365 * 86_400_000

/** How many accounts a browser is known to at once. */
const mostKnown = 4

/** What the cookie holds beside its id: whom it is for it does not tell, and a new password ends it. */
const signature = (account: Account, id: string) =>
  Effect.map(Vault, (vault) =>
    Buffer.from(vault.mac("known browser")(`${account.id} ${account.passwordVersion} ${id}`)).toString(
      "base64url"
    )
  )

const entriesOf = (request: Request, { overHttp }: Visit): ReadonlyArray<string> =>
  (Cookies.read(request, "known", overHttp) ?? "")
    .split("~")
    .slice(0, mostKnown)
    .filter((entry) => /^\w{22}\.[\w-]{43}$/u.test(entry))

const isFor = Effect.fnUntraced(function* (account: Account, entry: string) {
  const [id = "", given = ""] = entry.split(".")
  const [theirs, ours] = [Buffer.from(given), Buffer.from(yield* signature(account, id))]
  return theirs.length === ours.length && timingSafeEqual(theirs, ours)
})

interface Door extends Counter {
  readonly user: Account | undefined
  readonly isKnown: boolean
}

const networkOf = Effect.gen(function* () {
  return `network ${yield* Auth.addressOf(yield* HttpServerRequest.HttpServerRequest)}`
})

/** The accounts of an address as this browser finds them; an address nobody has is counted as one of them. */
const doorsOf = Effect.fnUntraced(function* (visit: Visit, email: string, only: UserId | undefined) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const network = yield* networkOf
  const accounts = (yield* (yield* People).accounts(email)).filter(({ id }) => (only ?? id) === id)
  const doors = yield* Effect.forEach(
    accounts,
    Effect.fnUntraced(function* (user) {
      const [known] = yield* Effect.filter(entriesOf(request, visit), (entry) => isFor(user, entry))
      const source = known === undefined ? network : `browser ${known.split(".")[0]}`
      return { account: `user ${user.id}`, source, user, isKnown: known !== undefined } as Door
    })
  )
  const nobody: Door = { account: `nobody ${email}`, source: network, user: undefined, isKnown: false }
  return doors.length === 0 ? [nobody] : doors
})

/** Strangers go on beyond what an account takes of them, but slowly; whoever is known to one has the others wait. */
const withStrangers = Effect.fnUntraced(function* (doors: ReadonlyArray<Door>, email: string) {
  const known = doors.filter(({ isKnown }) => isKnown)
  if (known.length === doors.length) return doors
  const prefix = yield* Auth.countStrangers(yield* HttpServerRequest.HttpServerRequest, email)
  if (prefix === undefined) return doors
  if (known.length > 0) return known
  yield* (yield* Room).wait(email, prefix)
  return doors
})

/** Has a password worked out for the account a browser is known to, or for all that share a prefix with the sender. */
export const placed = <A, E, R>(work: Effect.Effect<A, E, R>, account?: string) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const name = account ?? `prefix ${Auth.wideOf(yield* Auth.addressOf(request))}`
    return yield* Effect.provideService(work, Place, { name, isKnown: account !== undefined })
  })

/** Tries a password at the accounts of an address, or at one of them alone; answers those it opens. */
export const open = Effect.fnUntraced(function* (
  visit: Visit,
  typed: string,
  password: string,
  only?: UserId
) {
  const email = normal(typed)
  const tries = yield* Tries
  const people = yield* People
  const all = yield* doorsOf(visit, email, only)
  const { at, counters } = yield* tries.count(all)
  const doors = yield* withStrangers(counters, email)
  const ids = doors.flatMap(({ user }) => (user === undefined ? [] : [user.id]))
  const compared = people.authenticate(email, password, ids)
  const opened = yield* placed(compared, doors.find(({ isKnown }) => isKnown)?.account).pipe(
    Effect.tapError(() => tries.giveBack(counters, at))
  )
  const isOpen = ({ user }: Door) => opened.some(({ id }) => id === user?.id)
  if (opened.length === 0) {
    const source = yield* networkOf
    yield* tries.miss({ account: `address ${email}`, source }, at)
    return opened
  }
  yield* tries.forget(doors.filter(isOpen))
  // A known browser has shown that it knows the other account's password: it was not guessing at it.
  yield* tries.giveBack(
    counters.filter((door) => door.isKnown && !isOpen(door)),
    at
  )
  return opened
})

/** Has the browser known to the account from now on. */
export const remember = Effect.fnUntraced(function* (visit: Visit, userId: UserId) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const account = yield* (yield* People).find(userId)
  if (account === undefined) return (response: Response): Response => response
  const others = yield* Effect.filter(entriesOf(request, visit), (entry) =>
    Effect.map(isFor(account, entry), (isSame) => !isSame)
  )
  const id = yield* (yield* Ids).token(22)
  const value = [`${id}.${yield* signature(account, id)}`, ...others].slice(0, mostKnown).join("~")
  return (response: Response): Response =>
    Cookies.set({ name: "known", overHttp: visit.overHttp }, value, lifetime)(response)
})

/**
 * Limits password attempts. A browser that has signed in before is recognized by a cookie, and only its own wrong attempts delay it.
 * Accounts with the same email address count attempts separately. The response to a wrong password depends only on the attempts for the
 * address, so it doesn't reveal which other accounts exist.
 */
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { Ids } from "../../../../layers/runtime/Ids.ts"
import { Place } from "../../../../layers/identity/people/Passwords.ts"
import { type Account, normal, People } from "../../../../layers/identity/people/People.ts"
import { type Counter, PasswordAttempts } from "../../../../layers/identity/people/PasswordAttempts.ts"
import { Encryption } from "../../../../layers/encryption/Encryption.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as Auth from "../../../surfaces/Auth.ts"
import * as Cookies from "../../../surfaces/web/Cookies.ts"
import { Room } from "./SignInDelay.ts"
import type { BrowserSession } from "../../../surfaces/web/BrowserSession.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const lifetime = 365 * 86_400_000

/** The maximum number of accounts that know one browser. */
const maxKnown = 4

/** The cookie's signature. It doesn't reveal the account, and a new password invalidates it. */
const signature = (account: Account, id: string) =>
  Effect.map(Encryption, (encryption) =>
    Buffer.from(encryption.mac("known browser")(`${account.id} ${account.passwordVersion} ${id}`)).toString(
      "base64url"
    )
  )

const entriesOf = (request: Request, { overHttp }: BrowserSession): ReadonlyArray<string> =>
  (Cookies.read(request, "known", overHttp) ?? "")
    .split("~")
    .slice(0, maxKnown)
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

/** The accounts of an address, and whether they know this browser. An address without an account counts as one. */
const doorsOf = Effect.fnUntraced(function* (
  session: BrowserSession,
  email: string,
  only: UserId | undefined
) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const network = yield* networkOf
  const accounts = (yield* (yield* People).accounts(email)).filter(({ id }) => (only ?? id) === id)
  const doors = yield* Effect.forEach(
    accounts,
    Effect.fnUntraced(function* (user) {
      const [known] = yield* Effect.filter(entriesOf(request, session), (entry) => isFor(user, entry))
      const source = known === undefined ? network : `browser ${known.split(".")[0]}`
      return { account: `user ${user.id}`, source, user, isKnown: known !== undefined } as Door
    })
  )
  const nobody: Door = { account: `nobody ${email}`, source: network, user: undefined, isKnown: false }
  return doors.length === 0 ? [nobody] : doors
})

/** Strangers above an account's limit can still try, but slowly. If one account knows the browser, the accounts that don't are skipped. */
const withStrangers = Effect.fnUntraced(function* (doors: ReadonlyArray<Door>, email: string) {
  const known = doors.filter(({ isKnown }) => isKnown)
  if (known.length === doors.length) return doors
  const prefix = yield* Auth.countStrangers(yield* HttpServerRequest.HttpServerRequest, email)
  if (prefix === undefined) return doors
  if (known.length > 0) return known
  yield* (yield* Room).wait(email, prefix)
  return doors
})

/** Hashes a password in the queue of the account that knows the browser, or of the sender's network. */
export const placed = <A, E, R>(work: Effect.Effect<A, E, R>, account?: string) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const name = account ?? `prefix ${Auth.wideOf(yield* Auth.addressOf(request))}`
    return yield* Effect.provideService(work, Place, { name, isKnown: account !== undefined })
  })

/** Tries a password on all accounts of an address, or on one of them, and returns those that it matches. */
export const open = Effect.fnUntraced(function* (
  session: BrowserSession,
  typed: string,
  password: string,
  only?: UserId
) {
  const email = normal(typed)
  const tries = yield* PasswordAttempts
  const people = yield* People
  const all = yield* doorsOf(session, email, only)
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
  // A known browser was signing in to another account, and not guessing this one's password.
  yield* tries.giveBack(
    counters.filter((door) => door.isKnown && !isOpen(door)),
    at
  )
  return opened
})

/** Sets the cookie by which the account recognizes the browser. */
export const remember = Effect.fnUntraced(function* (session: BrowserSession, userId: UserId) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const account = yield* (yield* People).find(userId)
  if (account === undefined) return (response: Response): Response => response
  const others = yield* Effect.filter(entriesOf(request, session), (entry) =>
    Effect.map(isFor(account, entry), (isSame) => !isSame)
  )
  const id = yield* (yield* Ids).token(22)
  const value = [`${id}.${yield* signature(account, id)}`, ...others].slice(0, maxKnown).join("~")
  return (response: Response): Response =>
    Cookies.set({ name: "known", overHttp: session.overHttp }, value, lifetime)(response)
})

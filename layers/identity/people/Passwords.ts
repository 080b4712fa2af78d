/**
 * Password hashes: Argon2id in PHC string format, computed on libuv's threads, two at a time. Senders are queued fairly: none can fill
 * the queue, and some places are reserved for known browsers.
 */
import { Context, Effect, Layer, PartitionedSemaphore } from "effect"
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { ApiError } from "../../../schema/Fault.ts"
import { type Cost, cost, format, parse, type StoredHash, tagLength } from "./PasswordHash.ts"

const derive = (password: string, nonce: Buffer, { memory, parallelism, passes }: Cost) =>
  // The computation continues after its caller has left, so it must keep its permit.
  Effect.uninterruptible(
    Effect.callback<Buffer>((resume) =>
      argon2(
        "argon2id",
        { message: password.normalize("NFC"), nonce, memory, passes, parallelism, tagLength },
        (error, tag) => resume(error === null ? Effect.succeed(tag) : Effect.die(error))
      )
    )
  )

/** The number of hashes that may run or wait in a process. The last one waits a few seconds. */
const queueLimits = { strangers: 16, known: 2, all: 24 }

/** The sender of a password: strangers of one address prefix, or an account in a known browser. */
export interface Sender {
  readonly name: string
  readonly isKnown: boolean
}

/** The sender of the current password; undefined for an operator, or the service itself. */
export const Place = Context.Reference<Sender | undefined>("pipeline/layers/people/Passwords/Place", {
  defaultValue: () => undefined
})

const busy = new ApiError({
  code: "unavailable",
  message: "Too many people are signing in at once. Try again in a few seconds.",
  retryAfter: 3
})

const ours: Sender = { name: "ours", isKnown: true }

/** Two hashes with the same cost and salt can be checked with one computation. */
const saltOf = ({ cost: { memory, parallelism, passes }, nonce }: StoredHash) =>
  [memory, passes, parallelism, nonce.toString("base64")].join()

export class Passwords extends Context.Service<
  Passwords,
  {
    /** Uses the salt of another password of the same address, if there is one, so that one computation checks both. */
    readonly hash: (password: string, beside?: string | null) => Effect.Effect<string, ApiError>
    /** Whether each hash matches the password. Takes as long without any hashes, so that timing reveals nothing. */
    readonly matches: (
      password: string,
      hashes: ReadonlyArray<string | null>
    ) => Effect.Effect<ReadonlyArray<boolean>, ApiError>
  }
>()("pipeline/layers/people/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const two = yield* PartitionedSemaphore.make<string>({ permits: 2 })
      const decoy = { cost, nonce: randomBytes(16), tag: randomBytes(32) }
      const inHand: Array<Sender> = []
      let isTold = false

      /** A hash written to the database by somebody else could take hours to compute, so its password never matches. */
      const read = Effect.fnUntraced(function* (hash: string | null) {
        if (hash === null) return undefined
        const stored = parse(hash)
        if (stored === undefined && !isTold) {
          isTold = true
          yield* Effect.logWarning(
            "A stored password hash is not one that this service makes, so its password never matches. Give its owner a link to choose a new one: admin user reset."
          )
        }
        return stored
      })

      /** An address prefix may use a quarter of the strangers' free places, so its share shrinks as the queue fills. */
      const hasRoom = (sender: Sender) => {
        if (inHand.length >= queueLimits.all) return false
        const own = inHand.filter(({ name }) => name === sender.name).length
        if (sender.isKnown) return own < queueLimits.known || sender === ours
        const left = queueLimits.strangers - inHand.filter(({ isKnown }) => !isKnown).length
        return left > 0 && own < Math.max(1, Math.floor(left / 4))
      }

      const inTurn = <A>(work: Effect.Effect<A>): Effect.Effect<A, ApiError> =>
        Effect.flatMap(Place, (sender = ours) =>
          Effect.suspend(() => {
            if (!hasRoom(sender)) return Effect.fail(busy)
            inHand.push(sender)
            return Effect.ensuring(
              two.withPermits(sender.name, 1)(work),
              Effect.sync(() => inHand.splice(inHand.indexOf(sender), 1))
            )
          })
        )

      const hash = Effect.fn("Passwords.hash")(function* (password: string, beside?: string | null) {
        const other = parse(beside ?? "")
        const isAlike = other !== undefined && saltOf(other) === saltOf({ ...other, cost })
        const nonce = isAlike ? other.nonce : randomBytes(16)
        return format(nonce, yield* derive(password, nonce, cost), cost)
      }, inTurn)

      const matches = Effect.fn("Passwords.matches")(function* (
        password: string,
        hashes: ReadonlyArray<string | null>
      ) {
        const stored = yield* Effect.forEach(hashes, read)
        const salts = new Map(
          stored.flatMap((one) => (one === undefined ? [] : [[saltOf(one), one] as const]))
        )
        if (salts.size === 0) salts.set("", decoy)
        const tags = new Map<string, Buffer>()
        for (const [salt, { cost, nonce }] of salts) tags.set(salt, yield* derive(password, nonce, cost))
        return stored.map((one) => one !== undefined && timingSafeEqual(tags.get(saltOf(one))!, one.tag))
      }, inTurn)

      return Passwords.of({ hash, matches })
    })
  )
}

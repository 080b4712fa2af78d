/**
 * Password hashes: Argon2id in PHC string format, computed on libuv's threads, two at a time. Senders take turns: no
 * one sender can fill the queue, and some places are reserved for known browsers.
 */
import { Context, Effect, Layer, PartitionedSemaphore } from "effect"
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { ApiError } from "../../../schema/Fault.ts"

interface Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** About 0.1 s and 46 MiB on a server. Hashes of other costs are still accepted. */
const cost: Cost = { memory: 47_104, passes: 2, parallelism: 1 }

const derive = (password: string, nonce: Buffer, { memory, parallelism, passes }: Cost) =>
  // The computation continues after its caller has left, so it must keep its turn.
  Effect.uninterruptible(
    Effect.callback<Buffer>((resume) =>
      argon2(
        "argon2id",
        { message: password.normalize("NFC"), nonce, memory, passes, parallelism, tagLength: 32 },
        (error, tag) => resume(error === null ? Effect.succeed(tag) : Effect.die(error))
      )
    )
  )

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")

const format = (nonce: Buffer, tag: Buffer, { memory, parallelism, passes }: Cost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/u

interface Stored {
  readonly cost: Cost
  readonly nonce: Buffer
  readonly tag: Buffer
}

const parse = (hash: string): Stored | undefined => {
  const match = pattern.exec(hash)
  if (match === null) return undefined
  const [, memory, passes, parallelism, nonce = "", tag = ""] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64")
  }
}

/** How many hashes may run or wait in one process: the last of them waits a few seconds. */
const most = { strangers: 16, known: 2, all: 24 }

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
const saltOf = ({ cost: { memory, parallelism, passes }, nonce }: Stored) =>
  [memory, passes, parallelism, nonce.toString("base64")].join()

export class Passwords extends Context.Service<
  Passwords,
  {
    /** Uses the salt of another password of the same address, if there is one, so that one computation checks both. */
    readonly hash: (password: string, beside?: string | null) => Effect.Effect<string, ApiError>
    /** Which of the hashes match the password. Takes as long without any hashes, so that timing reveals nothing. */
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

      /** A prefix may take a quarter of the strangers' free places, so its share shrinks as the queue fills. */
      const hasRoom = (sender: Sender) => {
        if (inHand.length >= most.all) return false
        const own = inHand.filter(({ name }) => name === sender.name).length
        if (sender.isKnown) return own < most.known || sender === ours
        const left = most.strangers - inHand.filter(({ isKnown }) => !isKnown).length
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
        const stored = hashes.map((hash) => parse(hash ?? ""))
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

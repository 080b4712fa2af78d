/** Passwords at rest: Argon2id, in PHC's notation, worked out on libuv's threads and never more than two at a time. */
import { Context, Effect, Layer, Semaphore } from "effect"
import { argon2, randomBytes, timingSafeEqual } from "node:crypto"

interface Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** About 0.1 s and 46 MiB on a server; what was hashed at another cost is still read. */
const cost: Cost = { memory: 47_104, passes: 2, parallelism: 1 }

const derive = (password: string, nonce: Buffer, { memory, parallelism, passes }: Cost) =>
  Effect.callback<Buffer>((resume) =>
    argon2(
      "argon2id",
      { message: password.normalize("NFC"), nonce, memory, passes, parallelism, tagLength: 32 },
      (error, tag) => resume(error === null ? Effect.succeed(tag) : Effect.die(error))
    )
  )

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")

const format = (nonce: Buffer, tag: Buffer, { memory, parallelism, passes }: Cost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/u

const parse = (hash: string) => {
  const match = pattern.exec(hash)
  if (match === null) return undefined
  const [, memory, passes, parallelism, nonce = "", tag = ""] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64")
  }
}

export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: string) => Effect.Effect<string>
    /** Takes as long where there is no hash to compare with, so that time tells nothing. */
    readonly matches: (password: string, hash: string | null | undefined) => Effect.Effect<boolean>
  }
>()("pipeline/layers/people/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const two = yield* Semaphore.make(2)
      const decoy = { cost, nonce: randomBytes(16), tag: randomBytes(32) }

      const hash = Effect.fn("Passwords.hash")(function* (password: string) {
        const nonce = randomBytes(16)
        return format(nonce, yield* derive(password, nonce, cost), cost)
      }, two.withPermits(1))

      const matches = Effect.fn("Passwords.matches")(function* (
        password: string,
        hash: string | null | undefined
      ) {
        const stored = parse(hash ?? "") ?? decoy
        const tag = yield* derive(password, stored.nonce, stored.cost)
        return stored !== decoy && timingSafeEqual(tag, stored.tag)
      }, two.withPermits(1))

      return Passwords.of({ hash, matches })
    })
  )
}

/** Limits how many bytes of bodies this process reads at once: for each sender, for all senders without a credential, and in total. */
import { Context, Effect } from "effect"
import type { Actor } from "../../../../layers/identity/Actor.ts"
import { ApiError, RateLimited } from "../../../../schema/Fault.ts"

/** The sender of a body: a workspace, or a network address if there is no credential. */
export interface Sender {
  readonly name: string
  readonly isKnown: boolean
}

export const ofAddress = (address: string): Sender => ({ name: `address:${address}`, isKnown: false })

export const ofActor = ({ workspace }: Actor["Service"]): Sender => ({
  name: `workspace:${workspace.id}`,
  isKnown: true
})

const MiB = 1_048_576

/** In bytes. A stranger's share fits three of the largest emails; all strangers together leave half for workspaces. */
const limits = { stranger: 32 * MiB, workspace: 64 * MiB, strangers: 128 * MiB, all: 256 * MiB }

const busy = new ApiError({
  code: "unavailable",
  message: "Too much is being sent to this service at once. Send the request again after the delay.",
  retryAfter: 2
})

const greedy = ({ isKnown }: Sender) => {
  const whose = isKnown ? "workspace" : "address"
  return new RateLimited({
    code: `rate_limited_${whose}`,
    message: `This ${whose} is sending too many large bodies at once. Let some of them end, then send the request again.`,
    retryAfter: 2
  })
}

export interface Ledger {
  /** Runs `read` with that many bytes reserved. */
  readonly runReserved: <A, E, R>(
    sender: Sender,
    bytes: number,
    read: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | ApiError | RateLimited, R>
  /** The number of bytes reserved now. */
  readonly total: () => number
}

export const make = (maximum = limits): Ledger => {
  const bytesOf = new Map<string, number>()
  let strangers = 0
  let total = 0
  const add = ({ isKnown, name }: Sender, bytes: number) => {
    const now = (bytesOf.get(name) ?? 0) + bytes
    if (now > 0) bytesOf.set(name, now)
    else bytesOf.delete(name)
    total += bytes
    if (!isKnown) strangers += bytes
  }
  const refusal = (sender: Sender, bytes: number) => {
    const own = (bytesOf.get(sender.name) ?? 0) + bytes
    if (own > (sender.isKnown ? maximum.workspace : maximum.stranger)) return greedy(sender)
    return total + bytes > maximum.all || (!sender.isKnown && strangers + bytes > maximum.strangers)
      ? busy
      : undefined
  }
  return {
    runReserved: (sender, bytes, read) =>
      Effect.suspend(() => {
        const refused = refusal(sender, bytes)
        if (refused !== undefined) return Effect.fail(refused)
        let reserved = 0
        const reading = Effect.suspend(() => {
          // Reserved here, where the release is certain to follow.
          add(sender, (reserved = bytes))
          return read
        })
        return Effect.onExitPrimitive(reading, () => {
          add(sender, -reserved)
          return undefined
        })
      }),
    total: () => total
  }
}

/** One ledger per process; tests provide their own. */
export const InFlight = Context.Reference<Ledger>("pipeline/surfaces/InFlight", {
  defaultValue: () => make()
})

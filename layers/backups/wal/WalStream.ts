/** The WAL stream of the server: messages of streaming replication (PostgreSQL, section 54.4, START_REPLICATION). */
import { Clock, Effect } from "effect"
import * as Wal from "../../../src/shared/database/Wal.ts"
import * as Replication from "./Replication.ts"

interface Message {
  /** Flushed WAL position of the server. */
  readonly end: bigint
  /** The next bytes of WAL, if the message has any. */
  readonly data: { readonly at: bigint; readonly bytes: Buffer } | undefined
}

const [dataKind, aliveKind, statusKind] = [0x77, 0x6b, 0x72]

const decode = (message: Buffer): Message | undefined => {
  if (message[0] === aliveKind) return { end: message.readBigUInt64BE(1), data: undefined }
  if (message[0] !== dataKind) return undefined
  const data = { at: message.readBigUInt64BE(1), bytes: message.subarray(25) }
  const sent = data.at + BigInt(data.bytes.length)
  const known = message.readBigUInt64BE(9)
  return { end: known > sent ? known : sent, data }
}

const since2000 = 946_684_800_000

/** Confirms the WAL that the server may discard, and requests a reply. */
const statusOf = (kept: bigint, now: number) => {
  const message = Buffer.alloc(34)
  message[0] = statusKind
  for (const [at, position] of [kept, kept, 0n].entries()) message.writeBigUInt64BE(position, 1 + 8 * at)
  message.writeBigInt64BE(BigInt(now - since2000) * 1_000n, 25)
  message[33] = 1
  return message
}

/** Resolves when there is data to read; fails once the stream has ended. */
const readable = (copy: Replication.Copy) =>
  Effect.callback<void, Replication.ReplicationError>((resume) => {
    const settle = (effect: Effect.Effect<void, Replication.ReplicationError>) => {
      leave()
      resume(effect)
    }
    const go = () => settle(Effect.void)
    const fail = () =>
      settle(
        Effect.fail(Replication.failed("The log's stream ended")(copy.errored ?? "the server closed it"))
      )
    const leave = () => copy.off("readable", go).off("end", fail).off("close", fail)
    if (copy.readableEnded || copy.destroyed) return fail()
    copy.once("readable", go).once("end", fail).once("close", fail)
    return Effect.sync(leave)
  })

/** Streams WAL from a position on. The slot retains WAL that was not confirmed. */
export const start = Effect.fn("WalStream.start")(function* (
  server: Replication.Replication,
  timeline: number,
  from: bigint
) {
  const copy = server.copy(
    `START_REPLICATION SLOT ${Replication.slot} PHYSICAL ${Wal.formatLsn(from)} TIMELINE ${timeline}`
  )
  return {
    /** Resolves when there is data to read. */
    readable: readable(copy),
    /** The next message, if one has arrived. */
    next: (): Message | undefined => {
      const message = copy.read() as Buffer | null
      return message === null ? undefined : decode(message)
    },
    /** Confirms stored WAL. The server replies with its position. */
    confirm: (kept: bigint) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => server.send(statusOf(kept, now)))
  }
})

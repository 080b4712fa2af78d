/**
 * Ships the embedded server's WAL to BACKUP_WAL_TO continuously and asynchronously. During an outage the server retains WAL up to a limit.
 * The slot admits one process; the others stand by.
 */
import { Effect, Option } from "effect"
import type { Redacted } from "effect"
import { performance } from "node:perf_hooks"
import * as Wal from "../../../src/shared/database/Wal.ts"
import * as Replication from "./Replication.ts"
import * as WalArchiver from "./WalArchiver.ts"
import * as WalArchive from "./WalArchive.ts"
import * as WalSlot from "./WalSlot.ts"
import * as WalStream from "./WalStream.ts"

interface Options {
  readonly url: Redacted.Redacted
  /** Location of the archived WAL (BACKUP_WAL_TO). */
  readonly place: string
  /** Called whenever all WAL that the server is known to have written is stored. */
  readonly caughtUp: Effect.Effect<void>
  /** Called when the server removed WAL before it was shipped. */
  readonly lost: (from: bigint, to: bigint) => Effect.Effect<void>
}

/** Milliseconds between writes to the location, unless a segment is full. Bucket requests cost money. */
const paceOf = (place: string) => (place.startsWith("s3://") ? 1_500 : 200)

/** SQLSTATE for a segment that the server no longer has. */
const undefinedFile = "58P01"

/** Stores the history file of the timeline and returns the position where it began. Timeline 1 has none. */
const keepHistory = Effect.fnUntraced(function* (
  server: Replication.Replication,
  kept: WalArchive.WalArchive,
  timeline: number
) {
  if (timeline === 1) return undefined
  const [[, text] = []] = yield* server.rows(`TIMELINE_HISTORY ${timeline}`)
  const history = Buffer.from(text ?? "")
  const name = Wal.historyName(timeline)
  const stored = yield* kept.read(name)
  if (stored === undefined) yield* kept.write(name, history)
  else if (!stored.equals(history))
    return yield* WalArchive.conflict(kept.place, `it has another timeline ${timeline}`)
  return Wal.parseHistory(history.toString()).at(-1)?.left
})

/** Resumes after the last whole segment, at the start of a partial one, or at the oldest WAL. */
const resumeAt = (pieces: ReadonlyArray<Wal.Piece>, oldest: bigint) => {
  const segment = pieces.reduce<bigint>((last, piece) => (piece.segment > last ? piece.segment : last), -1n)
  if (segment < 0n) return { start: Wal.segmentStart(oldest), partial: [], end: 0n }
  const partial = pieces.filter((piece) => piece.segment === segment)
  const end = segment + BigInt(Wal.covering(partial).at(-1)?.to ?? 0)
  return end === segment + BigInt(Wal.segmentBytes)
    ? { start: end, partial: [], end }
    : { start: segment, partial, end }
}

/** Milliseconds without a message before the connection is given up. The server answers each confirmation, one per second. */
const silenceTimeout = 15_000

/** Receives WAL and stores it at the location's pace, until the connection ends or something fails. */
const receive = Effect.fnUntraced(function* (
  { caughtUp, place }: Options,
  stream: Effect.Success<ReturnType<typeof WalStream.start>>,
  keeper: Effect.Success<ReturnType<typeof WalArchiver.make>>
) {
  const pace = paceOf(place)
  let written = keeper.received()
  let rest: Buffer | undefined

  const next = (): Buffer | undefined => {
    const message = stream.next()
    if (message === undefined) return undefined
    if (message.end > written) written = message.end
    return message.data?.bytes ?? Buffer.alloc(0)
  }

  const drain = Effect.sync(() => {
    while (!keeper.isFull()) {
      rest ??= next()
      if (rest === undefined) return
      const taken = keeper.take(rest)
      rest = taken < rest.length ? rest.subarray(taken) : undefined
    }
  })

  const reportProgress = Effect.suspend(() => (keeper.kept() >= written ? caughtUp : Effect.void))

  /** Receives WAL until it is time to store it, or a segment is full. */
  const collect = Effect.gen(function* () {
    const due = performance.now() + pace
    while (true) {
      yield* drain
      yield* reportProgress
      const left = due - performance.now()
      if (keeper.isFull() || (left <= 0 && keeper.isBehind())) return
      const patience = keeper.isBehind() ? left : silenceTimeout
      const signal = yield* Effect.timeoutOption(stream.readable, patience)
      if (Option.isNone(signal) && patience === silenceTimeout) {
        return yield* Replication.failed("The log's stream ended")(new Error("the server is silent"))
      }
    }
  })

  const confirm = Effect.suspend(() => stream.confirm(keeper.kept()))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep("1 second"), confirm)))
  const turn = collect.pipe(
    Effect.andThen(keeper.flush),
    Effect.andThen(confirm),
    Effect.andThen(reportProgress)
  )
  const last = Effect.andThen(drain, keeper.flush)
  return yield* Effect.forever(turn).pipe(
    Effect.onInterrupt(() => Effect.ignore(Effect.timeout(last, "3 seconds"), { log: "Debug" }))
  )
})

/** Ships until the connection ends or something fails. Returns false immediately if another process is shipping. */
export const ship = Effect.fn("WalShipping.ship")(function* (options: Options) {
  const { lost, place, url } = options
  const server = yield* Replication.connect(url)
  const { flushed, systemId, timeline } = yield* server.identify
  const oldest = yield* WalSlot.claim
  if (oldest === undefined) return false
  const kept = yield* WalArchive.at(place, systemId)
  const began = yield* keepHistory(server, kept, timeline)
  const pieces = (yield* kept.pieces).filter((piece) => piece.timeline === timeline)
  const { end, partial, start } = resumeAt(pieces, began ?? oldest)
  if (end > Wal.parseLsn(flushed)) {
    const why = `it goes on to ${Wal.formatLsn(end)}, this one ends at ${flushed}`
    return yield* WalArchive.conflict(kept.place, why)
  }
  const from = Effect.fnUntraced(function* (at: bigint, partial: ReadonlyArray<Wal.Piece>) {
    const stream = yield* WalStream.start(server, timeline, at)
    return yield* receive(options, stream, yield* WalArchiver.make(kept, timeline, at, partial))
  }, Effect.scoped)
  const oldestSegment = Wal.segmentStart(oldest)
  return yield* from(start, partial).pipe(
    Effect.catchIf(
      (error) =>
        error instanceof Replication.ReplicationError &&
        error.code === undefinedFile &&
        start < oldestSegment,
      () => Effect.andThen(lost(start, oldestSegment), from(oldestSegment, []))
    )
  )
}, Effect.scoped)

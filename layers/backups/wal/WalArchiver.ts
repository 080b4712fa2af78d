/** Stores the WAL of one timeline as it arrives: partial segments first, then the whole segment. */
import { Effect } from "effect"
import * as Wal from "../../../src/shared/database/Wal.ts"
import * as WalArchive from "./WalArchive.ts"

interface Part {
  readonly piece: Wal.Piece
  /** Number of merges that its bytes have gone through. */
  readonly level: number
}

/** Continues from stored WAL: `start` is the start of a segment, and `partial` are its stored parts. */
export const make = Effect.fn("WalArchiver.make")(function* (
  kept: WalArchive.WalArchive,
  timeline: number,
  start: bigint,
  partial: ReadonlyArray<Wal.Piece>
) {
  const bytes = Buffer.alloc(Wal.segmentBytes)
  let segment = start
  let received = 0
  /** The server resends the segment from its start, and it must match the stored part. */
  let known = Buffer.from(yield* kept.assemble(partial))
  let stored = known.length
  let parts: ReadonlyArray<Part> = []

  const replace = Effect.fnUntraced(function* (
    old: ReadonlyArray<Wal.Piece>,
    from: number,
    to: number,
    level: number
  ) {
    const piece = Wal.pieceOf(timeline, segment, from, to)
    const obsolete = old.filter(({ name }) => name !== piece.name)
    if (obsolete.length === old.length) yield* kept.keep(piece, bytes)
    yield* kept.discard(obsolete)
    return { piece, level } satisfies Part
  })

  /** After a restart, the stored parts are merged into one. */
  const recognise = Effect.gen(function* () {
    if (!known.equals(bytes.subarray(0, known.length))) {
      return yield* WalArchive.conflict(kept.place, `it differs in ${Wal.segmentName(timeline, segment)}`)
    }
    if (known.length > 0) parts = [yield* replace(partial, 0, known.length, Infinity)]
    known = Buffer.alloc(0)
  })

  const merge = Effect.fnUntraced(function* () {
    while (true) {
      const count = Wal.mergeable(parts.map(({ level }) => level))
      if (count === 0) return
      const [others, run] = [parts.slice(0, -count), parts.slice(-count)]
      const [first, last] = [run[0]!, run.at(-1)!]
      const old = run.map(({ piece }) => piece)
      parts = [...others, yield* replace(old, first.piece.from, last.piece.to, first.level + 1)]
    }
  })

  /** Stores the received bytes. They are durable once this returns. */
  const flush = Effect.gen(function* () {
    if (known.length > 0) {
      if (received < known.length) return
      yield* recognise
    }
    if (received === stored) return
    if (received === Wal.segmentBytes) {
      yield* replace(
        parts.map(({ piece }) => piece),
        0,
        received,
        0
      )
      segment += BigInt(received)
      parts = []
      received = 0
      stored = 0
      return
    }
    const piece = Wal.pieceOf(timeline, segment, stored, received)
    yield* kept.keep(piece, bytes)
    parts = [...parts, { piece, level: 0 }]
    stored = received
    yield* merge()
  })

  return {
    /** Takes the bytes that fit into the segment, and returns their number. */
    take: (data: Uint8Array): number => {
      const fitting = data.subarray(0, Wal.segmentBytes - received)
      bytes.set(fitting, received)
      received += fitting.length
      return fitting.length
    },
    flush,
    isFull: () => received === Wal.segmentBytes,
    isBehind: () => received !== stored,
    /** End of the received WAL. */
    received: () => segment + BigInt(received),
    /** End of the stored WAL. */
    kept: () => segment + BigInt(known.length > 0 ? Math.min(received, stored) : stored)
  }
})

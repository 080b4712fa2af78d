/**
 * Archived WAL of one cluster in `<place>/<system identifier>`: whole segments, parts of the current one, and timeline histories. Files are
 * never replaced, so the WAL of two clusters can't mix.
 */
import { Effect, Stream } from "effect"
import { promisify } from "node:util"
import { constants, gunzip, gzip } from "node:zlib"
import * as Wal from "../../../src/shared/database/Wal.ts"
import { BackupError, damaged } from "../BackupError.ts"
import * as BackupLocation from "../BackupLocation.ts"

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

/** The fastest level halves the size of our WAL; a higher one would take CPU time from requests. */
const level = constants.Z_BEST_SPEED

/** Two servers share a system identifier and timeline: the files were copied or put back. */
export const conflict = (place: string, why: string) =>
  new BackupError({
    code: "backup_wal_conflict",
    message: `${place} has the log of another copy of this database (${why}), so nothing is added to it. Set BACKUP_WAL_TO to another place, or if this database was put back from a copy of its files, restore it by admin backup restore.`
  })

const withoutSlashes = (place: string) => place.replace(/\/+$/u, "")

const defined = <A>(values: ReadonlyArray<A | undefined>): ReadonlyArray<A> =>
  values.filter((value) => value !== undefined)

/** Opens the archived WAL of a cluster at a location (a directory or `s3://bucket/prefix`). */
export const at = Effect.fn("WalArchive.at")(function* (place: string, systemId: string) {
  const store = yield* BackupLocation.at(`${withoutSlashes(place)}/${systemId}`)

  const pieces = Effect.map(store.list, (stored) => defined(stored.map(({ name }) => Wal.parsePiece(name))))

  /** Timelines that have a history, newest first. */
  const timelines = Effect.map(store.list, (stored) =>
    defined(stored.map(({ name }) => Wal.parseHistoryName(name))).toSorted((a, b) => b - a)
  )

  const read = Effect.fnUntraced(function* (name: string) {
    const size = yield* store.size(name)
    if (size === undefined) return undefined
    return Buffer.concat(yield* Stream.runCollect(store.read(name, 0, size)))
  })

  const write = (name: string, bytes: Uint8Array) =>
    Effect.mapError(store.write(name, Stream.succeed(bytes)), (error) =>
      error.code === "backup_exists" ? conflict(store.place, `${name} is there already`) : error
    )

  const unpack = (name: string, packed: Uint8Array) =>
    Effect.tryPromise({
      try: () => decompress(packed),
      catch: (cause) => damaged(`${store.place}/${name} can't be unpacked`, cause)
    })

  /** The stored bytes of a segment from its start, up to the first gap. */
  const assemble = Effect.fnUntraced(function* (segment: ReadonlyArray<Wal.Piece>) {
    const bytes = Buffer.alloc(Wal.segmentBytes)
    let reached = 0
    for (const piece of Wal.covering(segment)) {
      const stored = yield* read(piece.name)
      if (stored === undefined) break
      const part = Wal.isWhole(piece) ? yield* unpack(piece.name, stored) : stored
      part.copy(bytes, piece.from)
      reached = piece.to
    }
    return bytes.subarray(0, reached)
  })

  /** Stores a piece of a segment. It is durable once this returns. */
  const keep = Effect.fnUntraced(function* (piece: Wal.Piece, segment: Uint8Array) {
    const bytes = segment.subarray(piece.from, piece.to)
    const stored = Wal.isWhole(piece) ? yield* Effect.promise(() => compress(bytes, { level })) : bytes
    yield* write(piece.name, stored)
  })

  const discard = (unneeded: ReadonlyArray<Wal.Piece>) =>
    Effect.forEach(unneeded, ({ name }) => store.remove(name), { concurrency: 8, discard: true })

  return { place: store.place, pieces, timelines, read, write, assemble, keep, discard }
})

export type WalArchive = Effect.Success<ReturnType<typeof at>>

/**
 * Removes the segments before the `startLsn` of the oldest backup. Timeline histories stay: they are tiny, and new timeline numbers depend
 * on them.
 */
export const prune = Effect.fn("WalArchive.prune")(function* (
  place: string,
  systemId: string,
  before: string
) {
  const kept = yield* at(place, systemId)
  const first = Wal.segmentStart(Wal.parseLsn(before))
  const unneeded = (yield* kept.pieces).filter(({ segment }) => segment < first)
  yield* kept.discard(unneeded)
  return { removed: unneeded.length }
})

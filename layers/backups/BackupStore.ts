/** Operations of a backup location, either a directory or a bucket. */
import type { Effect, Stream } from "effect"
import type { BackupError } from "./BackupError.ts"

export interface Stored {
  readonly name: string
  readonly bytes: number
}

export interface BackupStore {
  /** The location as the operator writes it. */
  readonly place: string
  /** Stores the whole file or nothing, and never replaces one. Returns its size in bytes. */
  readonly write: <E, R>(
    name: string,
    bytes: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<number, E | BackupError, R>
  /** Bytes from `from` (inclusive) to `to` (exclusive). */
  readonly read: (name: string, from: number, to: number) => Stream.Stream<Uint8Array, BackupError>
  /** Undefined if the file doesn't exist. */
  readonly size: (name: string) => Effect.Effect<number | undefined, BackupError>
  readonly list: Effect.Effect<ReadonlyArray<Stored>, BackupError>
  readonly remove: (name: string) => Effect.Effect<void, BackupError>
  /** Removes temporary files of interrupted writes that are more than a day older than `at`. */
  readonly sweep: (at: Date) => Effect.Effect<void, BackupError>
}

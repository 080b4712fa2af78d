/** What a place for backups can do, whether it is a directory or a bucket. */
import type { Effect, Stream } from "effect"
import type { BackupError } from "./BackupError.ts"

export interface Stored {
  readonly name: string
  readonly bytes: number
}

export interface BackupStore {
  /** As people write it. */
  readonly place: string
  /** Stores it completely or not at all; never replaces anything. Returns its size. */
  readonly write: <E, R>(
    name: string,
    bytes: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<number, E | BackupError, R>
  /** The bytes from `from` up to, but without, `to`. */
  readonly read: (name: string, from: number, to: number) => Stream.Stream<Uint8Array, BackupError>
  /** Undefined if there is none. */
  readonly size: (name: string) => Effect.Effect<number | undefined, BackupError>
  readonly list: Effect.Effect<ReadonlyArray<Stored>, BackupError>
  readonly remove: (name: string) => Effect.Effect<void, BackupError>
  /** Removes what broken-off writes left more than a day before `at`. */
  readonly sweep: (at: Date) => Effect.Effect<void, BackupError>
}

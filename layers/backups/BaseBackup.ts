/**
 * Copies the files of the running embedded server with BASE_BACKUP. The copy includes the WAL written meanwhile, so it can be started
 * without other files.
 */
import { Effect, Stream } from "effect"
import type { Redacted } from "effect"
import * as Replication from "./wal/Replication.ts"

/** Results that are available at the end of the backup. */
export interface Ended {
  /** The cluster is consistent from this position on, so recovery can't stop earlier. */
  readonly endLsn: string
  /** PostgreSQL's backup_manifest: JSON with the size and SHA-256 of each file in the archive, and its own checksum. */
  readonly manifest: Uint8Array
}

export interface BaseBackup {
  readonly systemId: string
  readonly timeline: number
  /** Recovery reads WAL from this position on. Keep WAL from the segment of the oldest backup's `startLsn`. */
  readonly startLsn: string
  /** Size of the archive without WAL. Writes during the backup can change it slightly. */
  readonly estimatedBytes: number
  /** One tar archive of the data directory. Read it once, to the end; the server blocks while the reader pauses. */
  readonly tar: Stream.Stream<Uint8Array, Replication.ReplicationError>
  /** Resolves after `tar` has been read to the end. */
  readonly ended: Effect.Effect<Ended, Replication.ReplicationError>
}

/** Message kinds within the copy, by first byte (PostgreSQL, section 54.4, BASE_BACKUP). */
const kinds = { archive: 0x6e, manifest: 0x6d, data: 0x64 }

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

const commandOf = (label: string) =>
  `BASE_BACKUP (LABEL ${quote(label)}, PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/** Yields the archive's bytes, and appends those of the manifest that follows to `manifest`. */
async function* piecesOf(copy: Replication.Copy, manifest: Array<Uint8Array>) {
  let kind: number | undefined
  for await (const message of copy as AsyncIterable<Buffer>) {
    const [first] = message
    if (first === kinds.archive || first === kinds.manifest) kind = first
    if (first !== kinds.data) continue
    if (kind === kinds.archive) yield message.subarray(1)
    else manifest.push(message.subarray(1))
  }
}

async function* following<A>(first: IteratorResult<A, void>, rest: AsyncIterable<A>) {
  if (first.done) return
  yield first.value
  yield* rest
}

const failed = Replication.failed("The base backup failed")

/**
 * Starts a base backup of the embedded server at its superuser URL. Closing the scope cancels it. A temporary slot retains WAL up to
 * `max_slot_wal_keep_size`; the backup fails if more is written before it ends.
 */
export const start = Effect.fn("BaseBackup.start")(function* (url: Redacted.Redacted, label: string) {
  const server = yield* Replication.connect(url)
  const { systemId, timeline } = yield* server.identify
  yield* server.rows(
    `CREATE_REPLICATION_SLOT base_backup_${server.processId} TEMPORARY PHYSICAL (RESERVE_WAL)`
  )
  const copy = server.copy(commandOf(label))
  const manifest: Array<Uint8Array> = []
  const pieces = piecesOf(copy, manifest)
  // The result rows before the copy are available once its first bytes are.
  const first = yield* Effect.tryPromise({ try: () => pieces.next(), catch: failed })
  const [[[startLsn] = []] = [], tablespaces = []] = copy.results
  if (tablespaces.length !== 1) {
    return yield* failed(new Error("the database has tablespaces of its own, which a backup can't restore"))
  }
  const ended = Effect.suspend(() => {
    const [, , [[endLsn] = []] = []] = copy.results
    return endLsn === undefined
      ? Effect.fail(failed(new Error("its archive was not read to the end")))
      : Effect.succeed<Ended>({ endLsn: String(endLsn), manifest: Buffer.concat(manifest) })
  })
  return {
    systemId,
    timeline,
    startLsn: String(startLsn),
    estimatedBytes: Number(tablespaces[0]?.[2]) * 1024,
    tar: Stream.fromAsyncIterable(following(first, pieces), failed),
    ended
  } satisfies BaseBackup
})

/**
 * A copy of the embedded server's files, taken by the server itself while it works (BASE_BACKUP). It contains the log
 * written meanwhile, so it can be started by itself.
 */
import { Effect, Stream } from "effect"
import type { Redacted } from "effect"
import * as Replication from "./wal/Replication.ts"

/** What is known when it ends. */
export interface Ended {
  /** The cluster is consistent from this position on: recovery can't stop before it. */
  readonly endLsn: string
  /** PostgreSQL's backup_manifest: JSON with size and SHA-256 of each file in the archive, and its own checksum. */
  readonly manifest: Uint8Array
}

export interface BaseBackup {
  readonly systemId: string
  readonly timeline: number
  /** Recovery reads the log from here on: keep WAL from the segment of the oldest backup's `startLsn`. */
  readonly startLsn: string
  /** The size of the archive without the log; a database that is written to meanwhile may differ by a little. */
  readonly estimatedBytes: number
  /** One tar archive of the data directory. Read it once, to its end; the server waits while you do. */
  readonly tar: Stream.Stream<Uint8Array, Replication.ReplicationError>
  /** Resolves once `tar` was read to its end. */
  readonly ended: Effect.Effect<Ended, Replication.ReplicationError>
}

/** Kinds of messages in the copy (PostgreSQL, section 54.4, BASE_BACKUP), by the first byte. */
const kinds = { archive: 0x6e, manifest: 0x6d, data: 0x64 }

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

const commandOf = (label: string) =>
  `BASE_BACKUP (LABEL ${quote(label)}, PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/** The bytes of the archive; those of the manifest, which follows it, go to `manifest`. */
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
 * Starts a base backup of the embedded server at its superuser's address; the label is stored in it. The scope's end is
 * the backup's: the server stops sending, and keeps nothing. A temporary slot keeps the log that the backup needs, up
 * to `max_slot_wal_keep_size`; if more is written before it ends, the backup fails.
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
  // The results before the copy are there once its first bytes are.
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

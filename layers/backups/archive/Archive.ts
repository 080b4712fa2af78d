/**
 * A backup file: two Zstandard frames that together hold one tar archive, and a 16-byte skippable frame with the second frame's position.
 * The second frame has the manifest, which is only known at the end. `tar --zstd` and `zstd -d` read all of it.
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Queue, Stream } from "effect"
import { createHash } from "node:crypto"
import { constants, createZstdCompress } from "node:zlib"
import { BackupError } from "../BackupError.ts"
import type { Manifest, Part } from "./Manifest.ts"
import * as Tar from "./Tar.ts"

export interface Writer {
  /** Adds a file and returns its hash. Fails if the content is not `bytes` long. */
  readonly file: <E, R>(
    path: string,
    bytes: number,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<Part, E | BackupError, R>
  readonly directory: (path: string) => Effect.Effect<void>
}

/** Content of the second frame. */
interface Tail {
  readonly manifest: Omit<Manifest, "key">
  readonly sealedKey: string | undefined
  readonly sign: (text: string) => string
}

/** The files of the second frame. */
export const names = {
  key: "encryption.key.sealed",
  manifest: "manifest.json",
  signature: "manifest.json.hmac-sha256"
} as const

const magic = 0x184d2a50

/** The skippable frame at the end, with the position of the second frame. */
export const footer = {
  bytes: 16,
  of: (position: number): Uint8Array => {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32LE(magic, 0)
    bytes.writeUInt32LE(8, 4)
    bytes.writeBigUInt64LE(BigInt(position), 8)
    return bytes
  },
  /** The position; undefined if the bytes are not a footer. */
  read: (bytes: Buffer): number | undefined =>
    bytes.length === 16 && bytes.readUInt32LE(0) === magic && bytes.readUInt32LE(4) === 8
      ? Number(bytes.readBigUInt64LE(8))
      : undefined
} as const

const changed = (path: string) =>
  new BackupError({
    code: "backup_changed",
    message: `${path} changed while it was copied: run the backup again.`
  })

const writerTo = (put: (bytes: Uint8Array) => Effect.Effect<unknown>, at: Date): Writer => ({
  file: Effect.fnUntraced(function* (path, bytes, content) {
    const hash = createHash("sha256")
    let left = bytes
    yield* put(yield* Tar.header({ path, bytes, isDirectory: false }, at))
    yield* Stream.runForEach(content, (piece) => {
      left -= piece.length
      if (left < 0) return Effect.fail(changed(path))
      hash.update(piece)
      return put(piece)
    })
    if (left !== 0) return yield* changed(path)
    yield* put(Tar.padding(bytes))
    return { path, bytes, sha256: hash.digest("hex") }
  }),
  directory: (path) =>
    Effect.asVoid(Effect.flatMap(Tar.header({ path, bytes: 0, isDirectory: true }, at), put))
})

const compressed = NodeStream.pipeThroughDuplex<Uint8Array, BackupError>({
  evaluate: () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
  onError: (cause) =>
    new BackupError({
      code: "backup_failed",
      message: `It could not be compressed: ${String(cause)}`,
      cause
    }),
  chunkSize: 8
})

/** Compresses what `write` emits into one frame. The queue applies backpressure. */
const frame = <E, R>(
  write: (put: (bytes: Uint8Array) => Effect.Effect<unknown>) => Effect.Effect<void, E, R>
) =>
  compressed(
    Stream.callback<Uint8Array, E, R>(
      (queue) =>
        Effect.andThen(
          write((bytes) => Queue.offer(queue, bytes)),
          Queue.end(queue)
        ),
      { bufferSize: 16 }
    )
  )

/** Encodes the archive that `write` fills. Read the stream once. */
export const encode = <E, R>(at: Date, write: (writer: Writer) => Effect.Effect<Tail, E, R>) =>
  Stream.suspend(() => {
    const ended: { tail?: Tail } = {}
    let position = 0
    const data = frame((put) =>
      Effect.map(write(writerTo(put, at)), (tail) => {
        ended.tail = tail
      })
    ).pipe(
      Stream.tap(({ length }) =>
        Effect.sync(() => {
          position += length
        })
      )
    )
    const last = frame((put) =>
      Effect.gen(function* () {
        const { manifest, sealedKey, sign } = ended.tail!
        const { file } = writerTo(put, at)
        const add = (path: string, content: string) =>
          file(path, Buffer.byteLength(content), Stream.make(Buffer.from(content)))
        const key = sealedKey === undefined ? null : yield* add(names.key, sealedKey)
        const text = `${JSON.stringify({ ...manifest, key }, null, 1)}\n`
        yield* add(names.manifest, text)
        yield* add(names.signature, `${sign(text)}\n`)
        yield* put(Tar.end)
      })
    )
    return data.pipe(Stream.concat(last), Stream.concat(Stream.sync(() => footer.of(position))))
  })

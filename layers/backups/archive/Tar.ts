/**
 * Reads and writes tar with the headers of node-tar. Its unpacker also accepts links, devices and extended headers; backups have only files
 * and directories, so nothing else is accepted.
 */
import { Effect, Stream } from "effect"
import { damaged } from "../BackupError.ts"
import * as Bytes from "./Bytes.ts"

export interface Entry {
  readonly path: string
  readonly bytes: number
  readonly isDirectory: boolean
}

const block = 512

/** Two empty blocks end an archive. */
export const end = new Uint8Array(2 * block)

/** Loaded by the first backup. */
const library = Effect.promise(() => import("tar"))

/** Encodes a header. Our own paths always fit. */
export const header = Effect.fnUntraced(function* ({ bytes, isDirectory, path }: Entry, mtime: Date) {
  const { Header } = yield* library
  const encoded = new Header({
    path: isDirectory ? `${path}/` : path,
    mode: isDirectory ? 0o700 : 0o600,
    uid: 0,
    gid: 0,
    size: bytes,
    mtime,
    type: isDirectory ? "Directory" : "File"
  })
  encoded.encode()
  return encoded.block! as Uint8Array
})

/** Padding of a file's content to a whole block. */
export const padding = (bytes: number): Uint8Array => new Uint8Array((block - (bytes % block)) % block)

const decode = (bytes: Buffer) =>
  Effect.flatMap(library, ({ Header }) =>
    Effect.try({ try: () => new Header(bytes), catch: (cause) => damaged("it is not a tar archive", cause) })
  )

const entryTypes = new Map([
  ["File", false],
  ["OldFile", false],
  ["Directory", true]
])

/** Maximum bytes of empty blocks after an archive: programs fill the last record. */
const maxTrailingBytes = 2 ** 20

/** Reads the rest of the stream, so that its producer can finish. */
const drained = Effect.fnUntraced(function* <E, R>(some: (most: number) => Effect.Effect<Uint8Array, E, R>) {
  for (let read = 0; ;) {
    const { length } = yield* some(block)
    if (length === 0) return
    read += length
    if (read > maxTrailingBytes) return yield* damaged("it goes on after its end")
  }
})

/**
 * Passes each entry to `visit` with a stream that must be read during the visit. Memory use doesn't depend on the archive's size. Paths are
 * unchecked: the visitor decides.
 */
export const read = Effect.fn("Tar.read")(function* <E, R, E2, R2>(
  archive: Stream.Stream<Uint8Array, E, R>,
  visit: (
    entry: Entry,
    content: Stream.Stream<Uint8Array, E | ReturnType<typeof damaged>>
  ) => Effect.Effect<void, E2, R2>
) {
  const source = yield* Bytes.make(archive)
  while (true) {
    const bytes = yield* source.exactly(block)
    if (bytes.length < block) return yield* damaged("it ends before its last entry")
    const found = yield* decode(bytes)
    if (found.nullBlock) return yield* drained(source.some)
    const { path = "", size = 0 } = found
    const isDirectory = entryTypes.get(found.type)
    if (!found.cksumValid) return yield* damaged("it is not a tar archive")
    if (isDirectory === undefined) return yield* damaged(`it contains ${path}, a ${found.type}`)
    let left = size
    const next = Effect.gen(function* () {
      if (left === 0) return undefined
      const piece = yield* source.some(left)
      if (piece.length === 0) return yield* damaged(`it ends within ${path}`)
      left -= piece.length
      return [piece, undefined] as const
    })
    const content = Stream.unfold(undefined, () => next)
    yield* visit({ path: isDirectory ? path.replace(/\/+$/u, "") : path, bytes: size, isDirectory }, content)
    yield* Stream.runDrain(content)
    yield* source.exactly(padding(size).length)
  }
}, Effect.scoped)

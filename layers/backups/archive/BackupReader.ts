/** Reads a backup file. The manifest is read first, and every size and hash is checked against it. */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { createZstdDecompress, zstdDecompress } from "node:zlib"
import * as Archive from "./Archive.ts"
import { BackupError, damaged } from "../BackupError.ts"
import type { BackupStore } from "../BackupStore.ts"
import { folders, Manifest } from "./Manifest.ts"
import * as Tar from "./Tar.ts"

/** Maximum bytes of a manifest. An entry takes about 200 bytes, and describes a file of up to 1 GiB. */
const maxManifestBytes = 256 * 2 ** 20

/** Far more directories than a cluster has. */
const maxDirectories = 100_000

const storedFilePath = /^files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}$/u
const safePath = /^(?:[\w+-][\w.+-]*\/)*[\w+-][\w.+-]*$/u

export interface BackupReader {
  readonly manifest: Manifest
  /** The text of manifest.json, and its signature. */
  readonly text: string
  readonly signature: string
  /** Undefined if the backup doesn't contain the key. */
  readonly sealedKey: string | undefined
  /** Size of the backup file. */
  readonly bytes: number
  /**
   * Visits each file and directory in archive order. The hash is checked after `visit` has read the content, so the visitor must undo its
   * work on failure. Returns stored files whose content doesn't match their name.
   */
  readonly entries: <E, R>(
    visit: (entry: Tar.Entry, content: Stream.Stream<Uint8Array, BackupError>) => Effect.Effect<void, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | BackupError, R>
}

const collect = <E, R>(stream: Stream.Stream<Uint8Array, E, R>) =>
  Effect.map(Stream.runCollect(stream), (pieces) => Buffer.concat(pieces))

const notWhole = (name: string) =>
  new BackupError({
    code: "backup_damaged",
    message: `${name} is not a whole backup: it is another kind of file, or was cut off. Take another one (admin backup list).`
  })

const decompressed = (bytes: Uint8Array) =>
  Effect.callback<Buffer, BackupError>((resume) => {
    zstdDecompress(bytes, { maxOutputLength: maxManifestBytes }, (cause, text) =>
      resume(cause ? Effect.fail(damaged("its manifest can't be read", cause)) : Effect.succeed(text))
    )
  })

const decode = (text: string) =>
  Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(Manifest))(text), (cause) =>
    /"format"/u.test(cause.message)
      ? new BackupError({
          code: "backup_newer",
          message:
            "The backup was made by a newer version of this service: use that version, or a later one.",
          cause
        })
      : damaged("its manifest is not one", cause)
  )

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/** Reads the files of the second frame. */
const tailOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const found = new Map<string, string>()
  yield* Tar.read(Stream.make(yield* decompressed(bytes)), ({ path }, content) =>
    Effect.map(collect(content), (one) => {
      found.set(path, one.toString("utf8"))
    })
  )
  const text = found.get(Archive.names.manifest) ?? ""
  const signature = (found.get(Archive.names.signature) ?? "").trim()
  const sealedKey = found.get(Archive.names.key)
  const manifest = yield* decode(text)
  const isSame = sealedKey === undefined ? manifest.key === null : manifest.key?.sha256 === sha256(sealedKey)
  if (!isSame) return yield* damaged("its encrypted key doesn't match its manifest")
  return { manifest, sealedKey, signature, text }
})

const unpacked = NodeStream.pipeThroughDuplex<Uint8Array, BackupError>({
  evaluate: () => createZstdDecompress(),
  onError: (cause) => damaged("its bytes are not those that were written", cause),
  chunkSize: 8
})

/** Checks entries against the manifest while they are read. */
const checking = (manifest: Manifest) => {
  const parts = new Map(manifest.parts.map((part) => [part.path, part]))
  const list = createHash("sha256")
  const mistaken: Array<string> = []
  let [directories, files, bytes] = [0, 0, 0]

  /** Checks an entry before its content is read. */
  const admit = (entry: Tar.Entry) => {
    if (!safePath.test(entry.path)) return damaged(`it contains the path ${JSON.stringify(entry.path)}`)
    if (entry.isDirectory) {
      directories += 1
      const isOurs = `${entry.path}/`.startsWith(folders.database) && directories <= maxDirectories
      return isOurs ? undefined : damaged(`it contains the directory ${entry.path}`)
    }
    if (storedFilePath.test(entry.path)) {
      files += 1
      bytes += entry.bytes
      const isMore = files > manifest.files.count || bytes > manifest.files.bytes
      return isMore ? damaged("it contains more files than its manifest says") : undefined
    }
    const isKnown = parts.get(entry.path)?.bytes === entry.bytes
    return isKnown
      ? undefined
      : damaged(`${entry.path} is not in its manifest, twice there, or of another size`)
  }

  /** Checks an entry after its content was read. */
  const settle = ({ bytes, path }: Tar.Entry, sha256: string) => {
    const part = parts.get(path)
    parts.delete(path)
    if (part !== undefined) return part.sha256 === sha256 ? undefined : damaged(`${path} has another content`)
    list.update(`${path} ${bytes} ${sha256}\n`)
    if (!path.endsWith(sha256)) mistaken.push(path)
    return undefined
  }

  const finish = () => {
    const [missing] = parts.keys()
    if (missing !== undefined) return damaged(`${missing} is missing`)
    const isSame = files === manifest.files.count && list.digest("hex") === manifest.files.sha256
    return isSame ? undefined : damaged("its stored files are not those of its manifest")
  }
  return { admit, finish, mistaken, settle }
}

const orFail = (error: BackupError | undefined) => (error === undefined ? Effect.void : Effect.fail(error))

/** Reads the manifest of a backup. */
export const open = Effect.fn("BackupReader.open")(function* (store: BackupStore, name: string) {
  const bytes = yield* store.size(name)
  if (bytes === undefined) {
    return yield* new BackupError({
      code: "backup_missing",
      message: `There is no backup ${name} in ${store.place}: admin backup list shows which there are.`
    })
  }
  const end = bytes - Archive.footer.bytes
  const position = end < 0 ? undefined : Archive.footer.read(yield* collect(store.read(name, end, bytes)))
  if (position === undefined || position > end || end - position > maxManifestBytes)
    return yield* notWhole(name)
  const tail = yield* tailOf(yield* collect(store.read(name, position, end)))

  const entries: BackupReader["entries"] = Effect.fnUntraced(function* (visit) {
    const check = checking(tail.manifest)
    const archive = Stream.concat(unpacked(store.read(name, 0, position)), Stream.make(Tar.end))
    yield* Tar.read(archive, (entry, content) =>
      Effect.gen(function* () {
        yield* orFail(check.admit(entry))
        if (entry.isDirectory) return yield* visit(entry, Stream.empty)
        const hash = createHash("sha256")
        const hashed = Stream.tap(content, (piece) => Effect.sync(() => hash.update(piece)))
        yield* visit(entry, hashed)
        yield* Stream.runDrain(hashed)
        yield* orFail(check.settle(entry, hash.digest("hex")))
      })
    )
    yield* orFail(check.finish())
    return check.mistaken
  })
  return { ...tail, bytes, entries } satisfies BackupReader
})

/** Copies the files stored in DATA_DIR into a backup. */
import { Effect, FileSystem, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { Settings } from "../settings/Settings.ts"
import type { Writer } from "./archive/Archive.ts"
import { ofFile } from "./BackupError.ts"
import { folders, type Manifest } from "./archive/Manifest.ts"

/** Files creates one folder per workspace, with files named by the SHA-256 of their content. */
const isWorkspace = (name: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(name)
const isContent = (name: string) => /^[0-9a-f]{64}$/u.test(name)

const maxListed = 20

/**
 * Must run after the snapshot: a file is stored before the database refers to it, and kept long after. Files that vanish meanwhile are
 * skipped.
 */
export const copy = Effect.fn("StoredFiles.copy")(function* (writer: Writer) {
  const { dataDir, s3 } = yield* Settings
  const fs = yield* FileSystem.FileSystem
  const root = join(dataDir, "files")
  const list = createHash("sha256")
  const damaged: Array<string> = []
  let [count, bytes] = [0, 0]

  const names = (directory: string) =>
    fs.readDirectory(directory).pipe(
      Effect.catchIf(
        (error) => error.reason._tag === "NotFound",
        () => Effect.succeed<Array<string>>([])
      ),
      Effect.mapError(ofFile(`${directory} could not be listed`)),
      Effect.map((found) => found.sort())
    )

  const copyOne = Effect.fnUntraced(function* (name: string) {
    const path = join(root, name)
    const failed = ofFile(`${path} could not be read`)
    const info = yield* Effect.option(fs.stat(path))
    if (Option.isNone(info) || info.value.type !== "File") return
    const size = Number(info.value.size)
    const content = Stream.mapError(fs.stream(path, { chunkSize: 256 * 1024 }), failed)
    const part = yield* writer.file(`${folders.files}${name}`, size, content)
    list.update(`${part.path} ${part.bytes} ${part.sha256}\n`)
    if (!name.endsWith(part.sha256) && damaged.length < maxListed) damaged.push(part.path)
    count += 1
    bytes += size
  })

  if (s3.bucket === undefined) {
    for (const workspace of (yield* names(root)).filter(isWorkspace)) {
      for (const name of (yield* names(join(root, workspace))).filter(isContent)) {
        yield* copyOne(`${workspace}/${name}`)
      }
    }
  }
  const stored = s3.bucket === undefined ? "directory" : "s3"
  return { stored, count, bytes, sha256: list.digest("hex"), damaged } satisfies Manifest["files"]
})

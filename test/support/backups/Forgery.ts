/** Changes a backup as someone would who can write the file, but has neither key nor passphrase. */
import { createHash } from "node:crypto"
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"
import { Header } from "tar"
import * as Archive from "../../../layers/backups/archive/Archive.ts"
import type { Manifest } from "../../../layers/backups/archive/Manifest.ts"

const block = 512

const padded = (bytes: number) => Math.ceil(bytes / block) * block

/** The tar archive with other contents; `undefined` leaves an entry out. */
const rewritten = (tar: Buffer, change: (path: string, content: Buffer) => Buffer | undefined): Buffer => {
  const out: Array<Buffer> = []
  for (let at = 0; at < tar.length;) {
    const header = new Header(tar.subarray(at, at + block))
    if (header.nullBlock) return Buffer.concat([...out, tar.subarray(at)])
    const size = header.size ?? 0
    const from = at + block
    at = from + padded(size)
    const content = change(header.path ?? "", tar.subarray(from, from + size))
    if (content === undefined) continue
    header.size = content.length
    header.encode()
    out.push(Buffer.from(header.block!), content, Buffer.alloc(padded(content.length) - content.length))
  }
  return Buffer.concat(out)
}

interface Wanted {
  /** Text to append to files of the database. */
  readonly append: Readonly<Record<string, string>>
  /** Files of the archive's end that are left out. */
  readonly without?: ReadonlyArray<string>
}

/** The hashes in the manifest are corrected; the signature can't be. */
export const forge = (backup: Buffer, { append, without = [] }: Wanted): Buffer => {
  const end = backup.length - Archive.footer.bytes
  const position = Archive.footer.read(backup.subarray(end))!
  const parts = new Map<string, { readonly bytes: number; readonly sha256: string }>()
  const data = rewritten(zstdDecompressSync(backup.subarray(0, position)), (path, content) => {
    const text = append[path]
    if (text === undefined) return content
    const changed = Buffer.concat([content, Buffer.from(text)])
    parts.set(path, { bytes: changed.length, sha256: createHash("sha256").update(changed).digest("hex") })
    return changed
  })
  if (parts.size !== Object.keys(append).length) throw new Error("The backup has no such file.")
  const tail = rewritten(zstdDecompressSync(backup.subarray(position, end)), (path, content) => {
    if (without.includes(path)) return undefined
    if (path !== Archive.names.manifest) return content
    const manifest = JSON.parse(content.toString("utf8")) as Manifest
    const told = {
      ...manifest,
      ...(without.includes(Archive.names.key) && { key: null }),
      parts: manifest.parts.map((part) => ({ ...part, ...parts.get(part.path) }))
    }
    return Buffer.from(JSON.stringify(told))
  })
  const first = zstdCompressSync(data)
  return Buffer.concat([first, zstdCompressSync(tail), Archive.footer.of(first.length)])
}

import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import { Header } from "tar"
import * as Archive from "../../../layers/backups/archive/Archive.ts"
import * as BackupDirectory from "../../../layers/backups/BackupDirectory.ts"
import * as BackupReader from "../../../layers/backups/archive/BackupReader.ts"
import * as Extract from "../../../layers/backups/archive/Extract.ts"

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex")
const empty = sha256("")

const manifest = {
  format: 1,
  kind: "physical",
  service: { name: "sales-pipeline", version: "0.1.0" },
  startedAt: "2026-05-01T00:00:00.000Z",
  finishedAt: "2026-05-01T00:00:01.000Z",
  schema: { migrations: 1, last: "0001_pipeline" },
  postgres: { version: "18.4" },
  key: null,
  files: { stored: "directory", count: 0, bytes: 0, sha256: empty, damaged: [] },
  counts: {},
  parts: []
} as const

interface Item {
  readonly path: string
  readonly text?: string
  readonly type?: "File" | "Directory" | "SymbolicLink" | "Link"
  /** What the header says, if not the length of the text. */
  readonly size?: number
  readonly linkpath?: string
}

const tarOf = (items: ReadonlyArray<Item>) =>
  Buffer.concat(
    items.flatMap(({ linkpath, path, size, text = "", type = "File" }) => {
      const header = new Header({
        path,
        size: size ?? text.length,
        type,
        mode: 0o600,
        ...(linkpath && { linkpath })
      })
      header.encode()
      return [header.block!, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]
    })
  )

/** A backup's bytes, made by hand. */
const forged = (items: ReadonlyArray<Item>, told: object = manifest) => {
  const first = zstdCompressSync(tarOf(items))
  const tail = tarOf([{ path: "manifest.json", text: JSON.stringify(told) }])
  return Buffer.concat([
    first,
    zstdCompressSync(Buffer.concat([tail, Buffer.alloc(1024)])),
    Archive.footer.of(first.length)
  ])
}

const part = (path: string, text: string) => ({ path, bytes: text.length, sha256: sha256(text) })

const name = "pipeline-20260501T000000Z-physical.tar.zst"

/** Unpacks bytes that someone handed us; returns what happened, and what is there then. */
const unpack = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const site = yield* fs.makeTempDirectoryScoped()
    const target = join(site, "target")
    yield* fs.makeDirectory(target)
    writeFileSync(join(site, name), bytes)
    const unpacking = Effect.gen(function* () {
      const opened = yield* BackupReader.open(BackupDirectory.make(site, fs), name)
      return yield* Extract.into(opened, target)
    })
    const message = yield* Effect.match(unpacking, {
      onFailure: (error) => error.message,
      onSuccess: () => undefined
    })
    return { site, target, message, outside: readdirSync(site).sort() }
  })

const refuses = (bytes: Uint8Array, message: RegExp) =>
  Effect.map(unpack(bytes), (found) => {
    assert.match(found.message ?? "it was taken", message)
    assert.deepStrictEqual(found.outside, [name, "target"])
  })

const version = { path: "database/PG_VERSION", text: "18\n" }
const known = { ...manifest, parts: [part(version.path, version.text)] }

describe("a backup's file", () => {
  it.effect("is read back as it was written, with its manifest first", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const site = yield* fs.makeTempDirectoryScoped()
      const store = BackupDirectory.make(join(site, "a place"), fs)
      const large = Buffer.alloc(3_000_000, "abcdefg")
      yield* store.write(
        name,
        Archive.encode(new Date(0), (writer) =>
          Effect.gen(function* () {
            yield* writer.directory("database/base")
            const parts = [
              yield* writer.file("database/base/1", large.length, Stream.make(large)),
              yield* writer.file("database/empty", 0, Stream.empty)
            ]
            return { manifest: { ...manifest, parts }, sealedKey: "{}", sign: sha256 }
          })
        )
      )
      const opened = yield* BackupReader.open(store, name)
      assert.strictEqual(opened.signature, sha256(opened.text))
      assert.strictEqual(opened.sealedKey, "{}")
      yield* Extract.into(opened, site)
      assert.isTrue(readFileSync(join(site, "postgres/base/1")).equals(large))
      assert.strictEqual(readFileSync(join(site, "postgres/empty"), "utf8"), "")
      assert.deepStrictEqual(readdirSync(join(site, "a place")), [name])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("leaves nothing behind when writing it fails", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const site = yield* fs.makeTempDirectoryScoped()
      const store = BackupDirectory.make(site, fs)
      const broken = Archive.encode(new Date(0), (writer) =>
        Effect.gen(function* () {
          yield* writer.file("database/a", 5, Stream.make(Buffer.from("abcdef")))
          return { manifest, sealedKey: undefined, sign: sha256 }
        })
      )
      const { message } = yield* Effect.flip(store.write(name, broken))
      assert.strictEqual(message, "database/a changed while it was copied: run the backup again.")
      assert.deepStrictEqual(readdirSync(site), [])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("is refused if a path leads out, or is not in the manifest", () =>
    Effect.gen(function* () {
      for (const path of [
        "../out",
        "database/../../out",
        "/tmp/out",
        "database//x",
        "a\\..\\out",
        "database/./x"
      ]) {
        const told = { ...manifest, parts: [part(path, "x")] }
        yield* refuses(forged([{ path, text: "x" }], told), /is damaged: it contains the path/u)
      }
      yield* refuses(forged([version]), /PG_VERSION is not in its manifest/u)
      yield* refuses(forged([version, version], known), /PG_VERSION is not in its manifest, twice/u)
      yield* refuses(forged([{ path: "elsewhere", type: "Directory" }]), /contains the directory elsewhere/u)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("is refused if it contains links", () =>
    Effect.gen(function* () {
      for (const type of ["SymbolicLink", "Link"] as const) {
        const link = { path: "database/PG_VERSION", type, linkpath: "/etc/passwd" }
        yield* refuses(forged([link], known), /contains database\/PG_VERSION, a (?:Symbolic)?Link/u)
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("is refused if it is larger than its manifest says, or than the disk", () =>
    Effect.gen(function* () {
      yield* refuses(forged([{ ...version, text: "x".repeat(1e6) }], known), /of another size/u)
      yield* refuses(forged([{ ...version, size: 2 ** 50 }], known), /of another size/u)
      const file = `files/${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}/${sha256("x")}`
      yield* refuses(forged([{ path: file, text: "x" }]), /more files than its manifest says/u)
      const huge = { ...manifest, parts: [{ ...part(version.path, ""), bytes: 2 ** 52 }] }
      yield* refuses(forged([version], huge), /has \d+ MiB left/u)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("is refused if a byte of it was changed, or its end is missing", () =>
    Effect.gen(function* () {
      const whole = forged([{ ...version, text: "18\n".repeat(1_000) }], {
        ...manifest,
        parts: [part(version.path, "18\n".repeat(1_000))]
      })
      assert.isUndefined((yield* unpack(whole)).message)
      for (let at = 0; at < whole.length; at += 7) {
        const flipped = Buffer.from(whole)
        flipped[at]! ^= 0x10
        const { message, target } = yield* unpack(flipped)
        // Some bits of a header mean nothing; then the content is what it was.
        if (message === undefined) {
          assert.strictEqual(
            sha256(readFileSync(join(target, "postgres/PG_VERSION"))),
            sha256("18\n".repeat(1_000))
          )
        }
      }
      for (const length of [0, 10, whole.length >> 1, whole.length - 1]) {
        yield* refuses(whole.subarray(0, length), /is not a whole backup/u)
      }
      yield* refuses(
        forged([version], { ...known, parts: [...known.parts, part("database/x", "")] }),
        /x is missing/u
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("is refused if a newer version made it, or if it is none", () =>
    Effect.gen(function* () {
      yield* refuses(forged([], { ...manifest, format: 2 }), /made by a newer version of this service/u)
      yield* refuses(forged([], { ...manifest, parts: "none" }), /its manifest is not one/u)
      yield* refuses(Buffer.alloc(100_000, "x"), /is not a whole backup/u)
      assert.isFalse(existsSync("/tmp/out"))
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

/** Makes backups, and says which there are. */
import { Clock, Effect, Result, Stream } from "effect"
import * as Canary from "../encryption/Canary.ts"
import { build } from "../runtime/Version.ts"
import * as Archive from "./archive/Archive.ts"
import { BackupError } from "./BackupError.ts"
import type { BackupStore } from "./BackupStore.ts"
import * as Depot from "./Depot.ts"
import { isEmbedded } from "./Embedded.ts"
import type { Manifest } from "./archive/Manifest.ts"
import * as Opened from "./archive/Opened.ts"
import * as Report from "./Report.ts"
import * as SealedKey from "./archive/SealedKey.ts"
import * as Secrets from "./archive/Secrets.ts"
import * as Signature from "./archive/Signature.ts"
import * as Snapshot from "./Snapshot.ts"
import * as StoredFiles from "./StoredFiles.ts"

interface Wanted {
  readonly depot: BackupStore
  readonly passphrase: string | undefined
  readonly withoutKey: boolean
}

/** A guess costs half a second: this keeps a list of all short ones from being tried. */
const shortest = 12

const refuse = (code: string, message: string) => new BackupError({ code, message })

/** `pipeline-20260503T093000Z-physical.tar.zst`: names sort by time. */
const nameOf = (at: string, kind: Manifest["kind"]) =>
  `pipeline-${at.replaceAll(/\.\d+|[-:]/gu, "")}-${kind}.tar.zst`

/** The key to pack, and what signs; the key must be the one of this database. */
const keyFor = Effect.fnUntraced(function* ({ passphrase, withoutKey }: Wanted) {
  const key = yield* Secrets.key
  if (key === undefined && withoutKey) return { key: undefined, vault: undefined }
  if (key === undefined) {
    return yield* refuse(
      "backup_key",
      "There is no encryption key here: set ENCRYPTION_KEY, or DATA_DIR to the directory of the service."
    )
  }
  const vault = yield* Secrets.vaultOf(key)
  yield* Canary.check(vault)
  if (withoutKey) return { key: undefined, vault }
  if (passphrase === undefined) {
    return yield* refuse(
      "backup_key",
      "A passphrase is needed to seal the encryption key in the backup: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or add --passphrase -. Or add --without-key, and keep the key elsewhere yourself: without it, webhook secrets and all else that is encrypted can't be read again."
    )
  }
  if (passphrase.length < shortest) {
    return yield* refuse("backup_key", `The passphrase is too short: take at least ${shortest} characters.`)
  }
  return { key: yield* SealedKey.seal(key, passphrase), vault }
})

/** Makes a backup. */
export const create = Effect.fn("Backups.create")(function* (wanted: Wanted) {
  const isPhysical = yield* isEmbedded
  const began = new Date(yield* Clock.currentTimeMillis)
  const kind = isPhysical ? "physical" : "logical"
  const name = nameOf(began.toISOString(), kind)
  const { key, vault } = yield* keyFor(wanted)
  const made: { manifest?: Omit<Manifest, "key"> } = {}
  const archive = Archive.encode(began, (writer) =>
    Effect.gen(function* () {
      const taken = yield* Snapshot.take(writer, kind, name)
      const files = yield* StoredFiles.copy(writer)
      const manifest = {
        format: 1,
        kind: taken.kind,
        service: { name: "sales-pipeline", version: build },
        startedAt: began.toISOString(),
        finishedAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
        schema: taken.schema,
        postgres: taken.postgres,
        files,
        counts: taken.counts,
        parts: taken.parts
      } as const
      made.manifest = manifest
      return { manifest, sealedKey: key, sign: vault === undefined ? () => "" : Signature.of(vault) }
    })
  )
  const bytes = yield* wanted.depot.write(name, archive)
  const { counts, files, finishedAt } = made.manifest!
  const { sha256: _, ...copied } = files
  return {
    name,
    place: wanted.depot.place,
    bytes,
    finishedAt,
    hasKey: key !== undefined,
    counts,
    files: copied
  }
})

const named = /^pipeline-(?<time>\d{8}T\d{6}Z)-(?:physical|logical)\.tar\.zst$/u

const isoOf = (time: string) =>
  time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, "$1-$2-$3T$4:$5:$6.000Z")

/** The report of a verification is beside its backup. */
const reports = {
  passed: (name: string): string => `${name}.verified.json`,
  failed: (name: string): string => `${name}.failed.json`
}

export interface Backup {
  readonly name: string
  /** When it was begun. */
  readonly at: string
  readonly bytes: number
  /** Its end, which has the manifest, is missing or can't be read: it was cut off, or is another kind of file. */
  readonly isDamaged: boolean
  /** The report beside it says that this very file is sound. */
  readonly isVerified: boolean
  /** Bytes of that report. */
  readonly report: number | undefined
}

/**
 * Of a newer version, not readable by this user, or removed just now: that says nothing about it, and must not keep the next
 * backup from being made. A bucket that does not answer does: whether one there is verified decides what is removed.
 */
const unknown = new Set(["backup_newer", "backup_files", "backup_missing"])

/** Reads its manifest, which is quick; undefined if it was removed meanwhile. */
const look = Effect.fnUntraced(function* (depot: BackupStore, name: string, hasReport: boolean) {
  const opened = yield* Effect.result(Opened.open(depot, name))
  if (Result.isFailure(opened)) {
    const { failure } = opened
    if (failure.code === "backup_missing") return undefined
    if (failure.code === "backup_damaged") return { isDamaged: true, isVerified: false }
    if (unknown.has(failure.code)) return { isDamaged: false, isVerified: false }
    return yield* failure
  }
  if (!hasReport) return { isDamaged: false, isVerified: false }
  const text = yield* Depot.textOf(depot, reports.passed(name)).pipe(
    Effect.catchIf(
      ({ code }) => unknown.has(code),
      () => Effect.succeed("")
    )
  )
  return { isDamaged: false, isVerified: yield* Report.vouches(text, opened.success) }
})

/** The backups in a place, newest first, by their names. Those that are as `before` are not read again. */
export const list = Effect.fn("Backups.list")(function* (
  depot: BackupStore,
  before: ReadonlyArray<Backup> = []
) {
  const stored = yield* depot.list
  const sizes = new Map(stored.map(({ bytes, name }) => [name, bytes]))
  const found = yield* Effect.forEach(
    stored,
    Effect.fnUntraced(function* ({ bytes, name }) {
      const time = named.exec(name)?.groups?.["time"]
      if (time === undefined) return []
      const report = sizes.get(reports.passed(name))
      const known = before.find((one) => one.name === name && one.bytes === bytes && one.report === report)
      const seen = known ?? (yield* look(depot, name, report !== undefined))
      if (seen === undefined) return []
      const { isDamaged, isVerified } = seen
      return [{ name, at: isoOf(time), bytes, isDamaged, isVerified, report } satisfies Backup]
    }),
    { concurrency: 4 }
  )
  return found.flat().sort((a, b) => (a.at < b.at ? 1 : -1))
})

/** Removes a backup and its reports. */
export const remove = Effect.fn("Backups.remove")(function* (depot: BackupStore, name: string) {
  yield* depot.remove(name)
  yield* depot.remove(reports.passed(name))
  yield* depot.remove(reports.failed(name))
})

/** Puts the report of a verification beside its backup, in the place of an older one; returns its name. */
export const report = Effect.fn("Backups.report")(function* (
  depot: BackupStore,
  name: string,
  hasPassed: boolean,
  text: string
) {
  const file = hasPassed ? reports.passed(name) : reports.failed(name)
  yield* depot.remove(reports.passed(name))
  yield* depot.remove(reports.failed(name))
  yield* depot.write(file, Stream.make(Buffer.from(text)))
  return file
})

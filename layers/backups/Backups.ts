/** Makes backups, and says which there are. */
import { Clock, Effect, Result, Stream } from "effect"
import * as KeyCheck from "../encryption/KeyCheck.ts"
import { build } from "../runtime/Version.ts"
import * as Archive from "./archive/Archive.ts"
import { BackupError } from "./BackupError.ts"
import type { BackupStore } from "./BackupStore.ts"
import * as BackupPlaces from "./BackupPlaces.ts"
import { isEmbedded } from "./Embedded.ts"
import type { Manifest } from "./archive/Manifest.ts"
import * as BackupReader from "./archive/BackupReader.ts"
import * as VerificationReport from "./VerificationReport.ts"
import * as SealedKey from "./archive/SealedKey.ts"
import * as Secrets from "./archive/Secrets.ts"
import * as Signature from "./archive/Signature.ts"
import * as Snapshot from "./Snapshot.ts"
import * as StoredFiles from "./StoredFiles.ts"

interface Wanted {
  readonly store: BackupStore
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
  if (key === undefined && withoutKey) return { key: undefined, encryption: undefined }
  if (key === undefined) {
    return yield* refuse(
      "backup_key",
      "There is no encryption key here: set ENCRYPTION_KEY, or DATA_DIR to the directory of the service."
    )
  }
  const encryption = yield* Secrets.vaultOf(key)
  yield* KeyCheck.check(encryption)
  if (withoutKey) return { key: undefined, encryption }
  if (passphrase === undefined) {
    return yield* refuse(
      "backup_key",
      "A passphrase is needed to seal the encryption key in the backup: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or add --passphrase -. Or add --without-key, and keep the key elsewhere yourself: without it, webhook secrets and all else that is encrypted can't be read again."
    )
  }
  if (passphrase.length < shortest) {
    return yield* refuse("backup_key", `The passphrase is too short: take at least ${shortest} characters.`)
  }
  return { key: yield* SealedKey.seal(key, passphrase), encryption }
})

/** Makes a backup. */
export const create = Effect.fn("Backups.create")(function* (wanted: Wanted) {
  const isPhysical = yield* isEmbedded
  const began = new Date(yield* Clock.currentTimeMillis)
  const kind = isPhysical ? "physical" : "logical"
  const name = nameOf(began.toISOString(), kind)
  const { key, encryption } = yield* keyFor(wanted)
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
      return {
        manifest,
        sealedKey: key,
        sign: encryption === undefined ? () => "" : Signature.of(encryption)
      }
    })
  )
  const bytes = yield* wanted.store.write(name, archive)
  const { counts, files, finishedAt } = made.manifest!
  const { sha256: _, ...copied } = files
  return {
    name,
    place: wanted.store.place,
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
const look = Effect.fnUntraced(function* (store: BackupStore, name: string, hasReport: boolean) {
  const opened = yield* Effect.result(BackupReader.open(store, name))
  if (Result.isFailure(opened)) {
    const { failure } = opened
    if (failure.code === "backup_missing") return undefined
    if (failure.code === "backup_damaged") return { isDamaged: true, isVerified: false }
    if (unknown.has(failure.code)) return { isDamaged: false, isVerified: false }
    return yield* failure
  }
  if (!hasReport) return { isDamaged: false, isVerified: false }
  const text = yield* BackupPlaces.textOf(store, reports.passed(name)).pipe(
    Effect.catchIf(
      ({ code }) => unknown.has(code),
      () => Effect.succeed("")
    )
  )
  return { isDamaged: false, isVerified: yield* VerificationReport.vouches(text, opened.success) }
})

/** The backups in a place, newest first, by their names. Those that are as `before` are not read again. */
export const list = Effect.fn("Backups.list")(function* (
  store: BackupStore,
  before: ReadonlyArray<Backup> = []
) {
  const stored = yield* store.list
  const sizes = new Map(stored.map(({ bytes, name }) => [name, bytes]))
  const found = yield* Effect.forEach(
    stored,
    Effect.fnUntraced(function* ({ bytes, name }) {
      const time = named.exec(name)?.groups?.["time"]
      if (time === undefined) return []
      const report = sizes.get(reports.passed(name))
      const known = before.find((one) => one.name === name && one.bytes === bytes && one.report === report)
      const seen = known ?? (yield* look(store, name, report !== undefined))
      if (seen === undefined) return []
      const { isDamaged, isVerified } = seen
      return [{ name, at: isoOf(time), bytes, isDamaged, isVerified, report } satisfies Backup]
    }),
    { concurrency: 4 }
  )
  return found.flat().sort((a, b) => (a.at < b.at ? 1 : -1))
})

/** Removes a backup and its reports. */
export const remove = Effect.fn("Backups.remove")(function* (store: BackupStore, name: string) {
  yield* store.remove(name)
  yield* store.remove(reports.passed(name))
  yield* store.remove(reports.failed(name))
})

/** Puts the report of a verification beside its backup, in the place of an older one; returns its name. */
export const report = Effect.fn("Backups.report")(function* (
  store: BackupStore,
  name: string,
  hasPassed: boolean,
  text: string
) {
  const file = hasPassed ? reports.passed(name) : reports.failed(name)
  yield* store.remove(reports.passed(name))
  yield* store.remove(reports.failed(name))
  yield* store.write(file, Stream.make(Buffer.from(text)))
  return file
})

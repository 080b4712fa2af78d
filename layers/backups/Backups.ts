/** Creates, lists and removes backups. */
import { Clock, Effect, Result, Stream } from "effect"
import * as KeyCheck from "../encryption/KeyCheck.ts"
import { build } from "../runtime/Version.ts"
import * as Archive from "./archive/Archive.ts"
import { BackupError } from "./BackupError.ts"
import type { BackupStore } from "./BackupStore.ts"
import * as BackupLocation from "./BackupLocation.ts"
import { isEmbedded } from "./Embedded.ts"
import type { Manifest } from "./archive/Manifest.ts"
import * as BackupReader from "./archive/BackupReader.ts"
import * as VerificationReport from "./VerificationReport.ts"
import * as WrappedKey from "./archive/WrappedKey.ts"
import * as Secrets from "./archive/Secrets.ts"
import * as Signature from "./archive/Signature.ts"
import * as Snapshot from "./Snapshot.ts"
import * as StoredFiles from "./StoredFiles.ts"

interface BackupOptions {
  readonly store: BackupStore
  readonly passphrase: string | undefined
  readonly withoutKey: boolean
}

/** Minimum length: at half a second per guess, all shorter passphrases in a word list could be tried. */
const minPassphraseLength = 12

const refuse = (code: string, message: string) => new BackupError({ code, message })

/** For example `pipeline-20260503T093000Z-physical.tar.zst`. Names sort by time. */
const nameOf = (at: string, kind: Manifest["kind"]) =>
  `pipeline-${at.replaceAll(/\.\d+|[-:]/gu, "")}-${kind}.tar.zst`

/** Returns the wrapped key and the encryption that signs. The key must be the one this database uses. */
const keyFor = Effect.fnUntraced(function* ({ passphrase, withoutKey }: BackupOptions) {
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
  if (passphrase.length < minPassphraseLength) {
    return yield* refuse(
      "backup_key",
      `The passphrase is too short: take at least ${minPassphraseLength} characters.`
    )
  }
  return { key: yield* WrappedKey.wrap(key, passphrase), encryption }
})

export const create = Effect.fn("Backups.create")(function* (options: BackupOptions) {
  const isPhysical = yield* isEmbedded
  const began = new Date(yield* Clock.currentTimeMillis)
  const kind = isPhysical ? "physical" : "logical"
  const name = nameOf(began.toISOString(), kind)
  const { key, encryption } = yield* keyFor(options)
  const result: { manifest?: Omit<Manifest, "key"> } = {}
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
      result.manifest = manifest
      return {
        manifest,
        sealedKey: key,
        sign: encryption === undefined ? () => "" : Signature.sign(encryption)
      }
    })
  )
  const bytes = yield* options.store.write(name, archive)
  const { counts, files, finishedAt } = result.manifest!
  const { sha256: _, ...copied } = files
  return {
    name,
    place: options.store.place,
    bytes,
    finishedAt,
    hasKey: key !== undefined,
    counts,
    files: copied
  }
})

const fileName = /^pipeline-(?<time>\d{8}T\d{6}Z)-(?:physical|logical)\.tar\.zst$/u

const isoOf = (time: string) =>
  time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, "$1-$2-$3T$4:$5:$6.000Z")

/** The verification report is stored next to its backup. */
const reports = {
  passed: (name: string): string => `${name}.verified.json`,
  failed: (name: string): string => `${name}.failed.json`
}

export interface Backup {
  readonly name: string
  /** Start time. */
  readonly at: string
  readonly bytes: number
  /** The trailing manifest is missing or unreadable: the file was truncated, or is of another kind. */
  readonly isDamaged: boolean
  /** A report stored next to it says that this exact file is sound. */
  readonly isVerified: boolean
  /** Size of that report in bytes. */
  readonly report: number | undefined
}

/**
 * The backup is from a newer version, unreadable by this user, or just removed: its state is unknown, and must not block the next backup. A
 * bucket that doesn't answer must, because removal depends on which backups are verified.
 */
const unknownCodes = new Set(["backup_newer", "backup_files", "backup_missing"])

/** Reads only the manifest, which is fast. Returns undefined if the backup was removed in the meantime. */
const inspect = Effect.fnUntraced(function* (store: BackupStore, name: string, hasReport: boolean) {
  const opened = yield* Effect.result(BackupReader.open(store, name))
  if (Result.isFailure(opened)) {
    const { failure } = opened
    if (failure.code === "backup_missing") return undefined
    if (failure.code === "backup_damaged") return { isDamaged: true, isVerified: false }
    if (unknownCodes.has(failure.code)) return { isDamaged: false, isVerified: false }
    return yield* failure
  }
  if (!hasReport) return { isDamaged: false, isVerified: false }
  const text = yield* BackupLocation.textOf(store, reports.passed(name)).pipe(
    Effect.catchIf(
      ({ code }) => unknownCodes.has(code),
      () => Effect.succeed("")
    )
  )
  return { isDamaged: false, isVerified: yield* VerificationReport.vouches(text, opened.success) }
})

/** Lists the backups at a location, newest first. Backups unchanged since `before` are not read again. */
export const list = Effect.fn("Backups.list")(function* (
  store: BackupStore,
  before: ReadonlyArray<Backup> = []
) {
  const stored = yield* store.list
  const sizes = new Map(stored.map(({ bytes, name }) => [name, bytes]))
  const found = yield* Effect.forEach(
    stored,
    Effect.fnUntraced(function* ({ bytes, name }) {
      const time = fileName.exec(name)?.groups?.["time"]
      if (time === undefined) return []
      const report = sizes.get(reports.passed(name))
      const previous = before.find((one) => one.name === name && one.bytes === bytes && one.report === report)
      const state = previous ?? (yield* inspect(store, name, report !== undefined))
      if (state === undefined) return []
      const { isDamaged, isVerified } = state
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

/** Stores a verification report next to its backup, replacing an older one. Returns its file name. */
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

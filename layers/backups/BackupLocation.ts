/** A backup location: a directory, or a bucket with a prefix (`s3://bucket/prefix`). */
import { Effect, FileSystem, Stream } from "effect"
import { basename, dirname, resolve } from "node:path"
import { Settings } from "../settings/Settings.ts"
import { BackupError } from "./BackupError.ts"
import type { BackupStore } from "./BackupStore.ts"
import * as BackupBucket from "./BackupBucket.ts"
import * as BackupDirectory from "./BackupDirectory.ts"

const s3 = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<path>.*))?$/u

const plain = /^[\w.+/-]*$/u

/** Returns the bucket and the path in it without leading and trailing slashes; undefined for a directory. */
const parse = Effect.fnUntraced(function* (place: string) {
  if (!/^[a-z0-9]+:\/\//iu.test(place)) return undefined
  const { bucket, path = "" } = s3.exec(place)?.groups ?? {}
  if (bucket === undefined || !plain.test(path)) {
    return yield* new BackupError({
      code: "backup_place",
      message: `${place} is neither a directory nor s3://bucket/prefix, in letters, digits and . _ - + /.`
    })
  }
  return { bucket, path: path.replaceAll(/^\/+|\/+$/gu, "") }
})

const within = (bucket: string, prefix: string) =>
  Effect.flatMap(Settings, ({ backupS3 }) => BackupBucket.make({ ...backupS3, bucket }, prefix))

/** Returns the store at a location. */
export const at = Effect.fn("Depot.at")(function* (place: string) {
  const found = yield* parse(place)
  if (found !== undefined) return yield* within(found.bucket, found.path)
  return BackupDirectory.make(resolve(place), yield* FileSystem.FileSystem)
})

/** Returns the store that contains a backup, and the backup's name in it. */
export const ofFile = Effect.fn("Depot.ofFile")(function* (file: string) {
  const found = yield* parse(file)
  const name = basename(found?.path ?? resolve(file))
  if (found === undefined) return { store: yield* at(dirname(resolve(file))), name }
  const prefix = dirname(found.path)
  return { store: yield* within(found.bucket, prefix === "." ? "" : prefix), name }
})

/** Reads a small file of a store, such as a report. */
export const textOf = Effect.fn("Depot.textOf")(function* (store: BackupStore, name: string) {
  const bytes = yield* store.size(name)
  if (bytes === undefined || bytes > 2 ** 20) {
    return yield* new BackupError({
      code: "backup_missing",
      message: `There is no report ${name} in ${store.place}.`
    })
  }
  const pieces = yield* Stream.runCollect(store.read(name, 0, bytes))
  return Buffer.concat(pieces).toString("utf8")
})

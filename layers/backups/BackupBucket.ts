import { Effect, Option, Redacted, Stream } from "effect"
import { BackupError } from "./BackupError.ts"
import * as Bytes from "./archive/Bytes.ts"
import type { BackupStore } from "./BackupStore.ts"

interface Account {
  readonly endpoint: string | undefined
  readonly region: string | undefined
  readonly bucket: string
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: Redacted.Redacted | undefined
}

const mebibyte = 2 ** 20

/** S3 allows 10,000 parts per object. Parts after the first 2,000 are larger, which allows 530 GiB in all. */
const partBytes = (number: number) => (number <= 2_000 ? 16 * mebibyte : 64 * mebibyte)
const maxParts = 10_000

/** Maximum bytes of a single range request. */
const chunkBytes = 8 * mebibyte

/** Request timeout in milliseconds: enough for 64 MiB at 5 Mbit/s. */
const requestTimeout = 120_000

const clientOf = Effect.fnUntraced(function* ({
  accessKeyId,
  bucket,
  endpoint,
  region,
  secretAccessKey
}: Account) {
  const missing = Object.entries({
    ENDPOINT: endpoint,
    ACCESS_KEY_ID: accessKeyId,
    SECRET_ACCESS_KEY: secretAccessKey
  })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `BACKUP_S3_${name}`)
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return yield* new BackupError({
      code: "backup_place",
      message: `s3://${bucket} needs ${missing.join(", ")}, or the same without BACKUP_.`
    })
  }
  const { S3mini } = yield* Effect.promise(() => import("s3mini"))
  return yield* Effect.try({
    try: () =>
      new S3mini({
        endpoint: `${endpoint.replace(/\/+$/u, "")}/${bucket}`,
        region: region ?? "us-east-1",
        accessKeyId,
        secretAccessKey: Redacted.value(secretAccessKey),
        requestAbortTimeout: requestTimeout
      }),
    catch: (cause) =>
      new BackupError({ code: "backup_place", message: "BACKUP_S3_ENDPOINT is not usable.", cause })
  })
})

/** A backup store in an S3 bucket. */
export const make = Effect.fn("Bucket.make")(function* (account: Account, prefix: string) {
  const client = yield* clientOf(account)
  const place = `s3://${account.bucket}${prefix === "" ? "" : `/${prefix}`}`
  const key = (name: string) => (prefix === "" ? name : `${prefix}/${name}`)

  /** Retries are safe because each request writes or reads one whole object or part. */
  const request = <A>(what: string, call: () => Promise<A>) =>
    Effect.tryPromise({
      try: call,
      catch: (cause) =>
        new BackupError({ code: "backup_s3", message: `${place} did not ${what}: ${String(cause)}`, cause })
    }).pipe(Effect.retry({ times: 3 }))

  const size: BackupStore["size"] = Effect.fnUntraced(function* (name) {
    const found = yield* request("answer", () => client.objectExists(key(name)))
    return found === true ? yield* request("answer", () => client.getContentLength(key(name))) : undefined
  })

  const inParts = Effect.fnUntraced(function* <E, R>(
    name: string,
    source: { readonly exactly: (size: number) => Effect.Effect<Buffer, E, R> },
    first: Buffer
  ) {
    const upload = yield* request("begin the upload", () => client.getMultipartUploadId(key(name)))
    const parts: Array<{ partNumber: number; etag: string }> = []
    let written = 0
    const sending = Effect.gen(function* () {
      for (let bytes = first; bytes.length > 0;) {
        const number = parts.length + 1
        if (number > maxParts) {
          return yield* new BackupError({
            code: "backup_too_large",
            message: "The backup is larger than an object in S3 can be here (530 GiB): use a directory."
          })
        }
        const part = bytes
        parts.push(yield* request("take a part", () => client.uploadPart(key(name), upload, part, number)))
        written += part.length
        bytes = yield* source.exactly(partBytes(number + 1))
      }
      yield* request("complete the upload", () => client.completeMultipartUpload(key(name), upload, parts))
      return written
    })
    const abort = request("drop the upload", () => client.abortMultipartUpload(key(name), upload))
    return yield* Effect.onError(sending, () => Effect.ignore(abort, { log: "Warn" }))
  })

  const write = Effect.fnUntraced(function* <E, R>(name: string, bytes: Stream.Stream<Uint8Array, E, R>) {
    if ((yield* size(name)) !== undefined) {
      return yield* new BackupError({
        code: "backup_exists",
        message: `${place}/${name} exists already: wait a second, and try again.`
      })
    }
    const source = yield* Bytes.make(bytes)
    const first = yield* source.exactly(partBytes(1))
    if (first.length === partBytes(1)) return yield* inParts(name, source, first)
    yield* request("store the file", () => client.putObject(key(name), first))
    return first.length
  }, Effect.scoped)

  const read: BackupStore["read"] = (name, from, to) =>
    Stream.paginate(from, (at) =>
      Effect.map(
        request("return the file", async () => {
          const response = await client.getObjectRaw(key(name), false, at, Math.min(to, at + chunkBytes))
          return new Uint8Array(await response.arrayBuffer())
        }),
        (bytes) => {
          const next = at + bytes.length
          return [[bytes], bytes.length > 0 && next < to ? Option.some(next) : Option.none()] as const
        }
      )
    )

  const list = Effect.gen(function* () {
    const start = prefix === "" ? "" : `${prefix}/`
    const found = yield* request("list its files", () =>
      client.listObjects("/", start, undefined, { delimiter: "/" })
    )
    if (found === null) {
      return yield* new BackupError({
        code: "backup_place",
        message: `There is no bucket ${account.bucket}.`
      })
    }
    return found
      .map(({ Key, Size }) => ({ name: Key.slice(start.length), bytes: Number(Size) }))
      .filter(({ name }) => name !== "" && !name.includes("/"))
  })

  const remove = (name: string) =>
    Effect.asVoid(request("remove the file", () => client.deleteObject(key(name))))

  // Incomplete uploads are left to the bucket's lifecycle rule (AbortIncompleteMultipartUpload).
  return { place, write, read, size, list, remove, sweep: () => Effect.void } satisfies BackupStore
})

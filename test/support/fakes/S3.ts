/** A small S3 server on loopback, with one bucket. */
import S3rver from "@20minutes/s3rver"
import { Effect, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const make = Effect.fnUntraced(function* (allowMismatchedSignatures: boolean) {
  const directory = mkdtempSync(join(tmpdir(), "s3-"))
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    allowMismatchedSignatures,
    directory,
    configureBuckets: [{ name: "files", configs: [] }]
  })
  const { port } = yield* Effect.acquireRelease(
    Effect.promise(() => server.run()),
    () =>
      Effect.promise(() => server.close()).pipe(
        Effect.ensuring(Effect.sync(() => rmSync(directory, { recursive: true })))
      )
  )
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "files",
    accessKeyId: "S3RVER",
    secretAccessKey: Redacted.make("S3RVER")
  }
})

/** Checks signatures. */
export const makeS3 = make(false)

/** Doesn't, since it leaves the slash at the end of a listing's path out of them. */
export const makeS3Listing = make(true)

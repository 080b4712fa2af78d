/** Serves archived WAL to a recovering PostgreSQL, whose restore_command (fetchWal.ts) requests each file here. */
import { Effect, FileSystem, Queue, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Wal from "../../../src/shared/database/Wal.ts"
import type { OsUser } from "../../postgres/OsUser.ts"
import type * as WalArchive from "./WalArchive.ts"

interface FileRequest {
  readonly name: string
  readonly target: string
  readonly response: ServerResponse
}

/** The only target paths that recovery uses. */
const targets = /^pg_wal\/RECOVERY(?:XLOG|HISTORY)$/u

const script = fileURLToPath(new URL("./fetchWal.ts", import.meta.url))

/** Quotes an argument of the command. PostgreSQL expands `%` sequences, so each `%` is doubled. */
const word = (text: string) => {
  const quoted = process.platform === "win32" ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`
  return quoted.replaceAll("%", "%%")
}

/** Listens on loopback. The path contains a secret, so that other processes can't make it write files. */
const listen = Effect.fnUntraced(function* (requests: Queue.Queue<FileRequest>) {
  const secret = randomBytes(16).toString("hex")
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1")
    const [, requestSecret, name = ""] = pathname.split("/")
    const target = searchParams.get("to") ?? ""
    if (requestSecret === secret && targets.test(target))
      Queue.offerUnsafe(requests, { name, target, response })
    else response.writeHead(400).end()
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address ? address.port : 0))
      })
    }),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  return `http://127.0.0.1:${port}/${secret}`
})

/**
 * Serves until the scope closes. `trouble` is the first failure. Without archived WAL no file is found, so recovery ends with the WAL in
 * the backup itself.
 */
export const serve = Effect.fn("WalFeed.serve")(function* (
  kept: WalArchive.WalArchive | undefined,
  directory: string,
  osUser: OsUser
) {
  const fs = yield* FileSystem.FileSystem
  const pieces = kept === undefined ? [] : yield* kept.pieces
  const trouble: { message?: string } = {}

  /** Whether there is WAL after a position; if so, missing WAL is a gap rather than the end. */
  const goesOn = (timeline: number, position: bigint) =>
    pieces.some((piece) => piece.timeline === timeline && piece.segment >= position)

  const find = Effect.fnUntraced(function* (name: string) {
    if (kept === undefined) return undefined
    const segmentPiece = Wal.parsePiece(`${name}.gz`)
    if (segmentPiece === undefined) return yield* kept.read(name)
    const { segment, timeline } = segmentPiece
    const end = Wal.endOf(segmentPiece)
    const found = pieces.filter((piece) => piece.timeline === timeline && piece.segment === segment)
    const bytes = yield* kept.assemble(found)
    if (bytes.length < Wal.segmentBytes && goesOn(timeline, end)) {
      if (bytes.length === 0 && (yield* fs.exists(join(directory, "pg_wal", name)))) return undefined
      trouble.message = `The log at ${kept.place} has a gap: ${Wal.formatLsn(segment + BigInt(bytes.length))} to ${Wal.formatLsn(end)} is missing. Restore a backup taken after it, or this one to a time before it (--at), or as it is (--without-wal).`
      return yield* Effect.fail(trouble)
    }
    if (bytes.length === 0) return undefined
    return Buffer.concat([bytes, Buffer.alloc(Wal.segmentBytes - bytes.length)])
  })

  const answer = Effect.fnUntraced(
    function* ({ name, target, response }: FileRequest) {
      const bytes = yield* find(name)
      if (bytes === undefined) return response.writeHead(204).end()
      const path = join(directory, target)
      yield* fs.writeFile(path, bytes, { mode: 0o600 })
      if (osUser.uid !== undefined && osUser.gid !== undefined) yield* fs.chown(path, osUser.uid, osUser.gid)
      return response.writeHead(200).end()
    },
    (effect, { response }) =>
      Effect.catch(effect, (error) =>
        Effect.sync(() => {
          trouble.message ??= error.message ?? ""
          return response.writeHead(500).end()
        })
      )
  )

  const requests = yield* Queue.unbounded<FileRequest>()
  const address = yield* listen(requests)
  yield* Effect.forkScoped(Stream.runForEach(Stream.fromQueue(requests), answer))
  return { command: `${word(process.execPath)} ${word(script)} ${address} "%f" "%p"`, trouble }
})

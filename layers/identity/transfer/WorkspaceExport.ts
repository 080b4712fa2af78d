/** Writes a workspace to a file, line by line, from one snapshot (docs/workspace-format.md). */
import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import type { WebhookId, WorkspaceId } from "../../../schema/Id.ts"
import * as FileId from "../../../src/shared/FileId.ts"
import * as Sql from "../../database/Sql.ts"
import { Files } from "../../files/Files.ts"
import { Encryption } from "../../encryption/Encryption.ts"
import { sealContext } from "../../webhooks/Webhooks.ts"
import { UnlimitedConnections } from "../rehearsals/UnlimitedConnections.ts"
import { Refused } from "../Workspaces.ts"
import * as Format from "./Format.ts"
import { type Kind, kinds } from "./Kinds.ts"
import * as Passphrase from "./Passphrase.ts"
import * as RecordRows from "./RecordRows.ts"

/** Takes the text of some lines, and waits until there is room for more. */
type Sink<E> = (text: string) => Effect.Effect<void, E>

interface ExportResult {
  readonly workspaceId: WorkspaceId
  readonly lines: number
  readonly sha256: string
  readonly counts: Format.Counts
  /** The number of files missing from the file store. */
  readonly filesLost: number
}

interface Line {
  readonly kind: string
  readonly fields: Record<string, unknown> & { readonly id: string; readonly sha256: string }
}

const noFit = {
  rehearsal: "is a rehearsal, which is a copy that ends by itself. Export the workspace it was made of",
  importing: "is not imported to its end. Import it again first, which goes on where it stopped",
  deleting: "is being deleted"
} as const

export class WorkspaceExport extends Context.Service<
  WorkspaceExport,
  {
    /** Without a passphrase, secrets are left out. */
    readonly write: <E>(
      workspaceId: WorkspaceId,
      passphrase: string | null,
      sink: Sink<E>
    ) => Effect.Effect<ExportResult, E | Refused>
  }
>()("pipeline/layers/identity/transfer/WorkspaceExport") {
  static readonly layer = Layer.effect(
    WorkspaceExport,
    Effect.gen(function* () {
      const sql = yield* UnlimitedConnections
      const files = yield* Files
      const encryption = yield* Encryption

      const refuse = Effect.fnUntraced(function* (id: WorkspaceId) {
        const [row] = yield* sql<{ state: string; isCopy: boolean }>`SELECT state,
            rehearsal_of IS NOT NULL AS "isCopy" FROM workspaces WHERE id = ${id}`
        if (row === undefined) {
          return yield* new Refused({ code: "workspace_not_found", message: `There is no workspace ${id}.` })
        }
        const why = row.isCopy ? "rehearsal" : row.state
        if (why === "open" || why === "suspended") return
        const message = `The workspace ${id} ${noFit[why as keyof typeof noFit]}.`
        return yield* new Refused({ code: row.isCopy ? "is_rehearsal" : `workspace_${why}`, message })
      })

      /** The plaintext of a secret. Passwords are exported as their hash; other secrets are encrypted with the instance's key. */
      const plainOf = (kind: Kind, id: string, column: string, stored: string) =>
        kind.kind === "person"
          ? Effect.succeed(stored)
          : Effect.orDie(
              encryption.open(
                Buffer.from(stored.slice(2), "hex"),
                sealContext(id as WebhookId, column === "url" ? "url" : "secret")
              )
            )

      const sealed = Effect.fnUntraced(function* (
        kind: Kind,
        line: string,
        sealer: Passphrase.Sealer | undefined
      ) {
        const { fields } = JSON.parse(line) as Line
        for (const column of kind.sealed ?? []) {
          const stored = fields[column]
          if (typeof stored !== "string") continue
          const plain = yield* plainOf(kind, fields.id, column, stored)
          fields[column] = sealer?.seal(plain, `${kind.kind}:${fields.id}:${column}`) ?? null
        }
        return JSON.stringify({ kind: kind.kind, fields })
      })

      const whole = <E>(workspaceId: WorkspaceId, passphrase: string | null, sink: Sink<E>) =>
        Effect.gen(function* () {
          for (const statement of RecordRows.settings) yield* sql.unsafe(statement)
          yield* refuse(workspaceId)
          const passphraseSeal =
            passphrase === null ? undefined : yield* Passphrase.forExport(passphrase, workspaceId)
          const hash = createHash("sha256")
          const counts: Record<string, number> = {}
          let [lines, filesLost] = [0, 0]
          const put = (some: ReadonlyArray<string>) => {
            const text = `${some.join("\n")}\n`
            hash.update(text)
            lines += some.length
            return sink(text)
          }

          const putPieces = Effect.fnUntraced(function* (line: string) {
            const { id, sha256 } = (JSON.parse(line) as Line).fields
            const bytes = yield* files.read(`${workspaceId}/${sha256}`)
            if (Option.isNone(bytes)) filesLost += 1
            const whole = Buffer.from(Option.getOrElse(bytes, () => new Uint8Array()))
            for (let piece = 0; piece * Format.pieceSize < whole.length; piece += 1) {
              const start = piece * Format.pieceSize
              const data = whole.subarray(start, start + Format.pieceSize).toString("base64")
              yield* put([JSON.stringify({ kind: "piece", file: id, piece, data } satisfies Format.Piece)])
            }
          })

          const putKind = Effect.fnUntraced(function* (kind: Kind) {
            yield* RecordRows.open(sql, kind, workspaceId)
            while (true) {
              const some = yield* RecordRows.next(sql)
              if (some.length === 0) break
              counts[kind.kind] = (counts[kind.kind] ?? 0) + some.length
              if (kind.kind === "file") {
                for (const line of some) yield* Effect.andThen(put([line]), putPieces(line))
              } else if (kind.sealed !== undefined) {
                yield* put(yield* Effect.forEach(some, (line) => sealed(kind, line, passphraseSeal?.sealer)))
              } else {
                yield* put(kind.namesFiles === true ? some.map((line) => neutral(workspaceId, line)) : some)
              }
            }
            yield* RecordRows.close(sql)
          })

          yield* put([JSON.stringify(Format.headerOf(workspaceId, passphraseSeal?.seal ?? null))])
          for (const kind of kinds) {
            if (passphraseSeal !== undefined || kind.isSecret !== true) yield* putKind(kind)
          }
          const sha256 = hash.digest("hex")
          yield* sink(`${JSON.stringify({ kind: "end", lines, counts, sha256 } satisfies Format.End)}\n`)
          return { workspaceId, lines, sha256, counts, filesLost } satisfies ExportResult
        })

      const write = <E>(workspaceId: WorkspaceId, passphrase: string | null, sink: Sink<E>) =>
        Effect.withSpan(
          Sql.orDie(sql.withTransaction(whole(workspaceId, passphrase, sink))),
          "WorkspaceExport.write"
        )

      return WorkspaceExport.of({ write })
    })
  ).pipe(Layer.provide([UnlimitedConnections.layer, Files.layer]))
}

/** Replaces the host in addresses of this workspace's files. */
const neutral = (workspaceId: WorkspaceId, line: string): string =>
  line.replaceAll(/https?:\/\/[^"\\/\s]+\/files\/([\w-]{43})(?![\w-])/gu, (whole, id: string) =>
    Option.getOrUndefined(FileId.workspaceOf(id)) === workspaceId ? `${Format.fileScheme}${id}` : whole
  )

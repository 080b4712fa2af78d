/** Forms with a file, which is read as a stream. */
import * as NodeMultipart from "@effect/platform-node/NodeMultipart"
import { ByteSize, Effect, type Exit, Stream } from "effect"
import { HttpIncomingMessage, HttpServerRequest, Multipart } from "effect/http"
import type { Actor } from "../../../layers/identity/Actor.ts"
import { Invalid } from "../../../schema/Fault.ts"
import { InFlight, ofActor } from "../http/server/InFlight.ts"
import * as Form from "./Form.ts"
import type { Refusal } from "./PageResponse.ts"
import { type BrowserSession, Visits } from "./BrowserSession.ts"

export interface Upload extends Form.Submission {
  readonly file: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }
}

const isMultipart = /^multipart\/form-data\s*;/iu

/** Bytes for the fields and the boundaries around the file. */
const formBytes = 16_384

/** The maximum memory for reading a file as lines, in bytes: a few lines of the maximum length. */
const readerMemory = 16_777_216

/** The maximum number of parts: the fields before the file, and the file. */
const maxParts = 10

const invalid = (code: "body_too_large" | "invalid_body" | "invalid_request", message: string) =>
  new Invalid({ code, message })

const noFile = invalid("invalid_body", "There is no file in this form. Go back and choose one.")

const cutShort = invalid("invalid_request", "The file did not arrive as a whole. Go back and send it again.")

const tooLarge = (max: number) =>
  invalid(
    "body_too_large",
    `The file is over ${max / 1_000_000} MB. Go back, and split it into smaller ones.`
  )

/** Reads to the end, or until the sender disconnects. */
const drain = (bytes: AsyncIterator<Uint8Array>): Promise<void> =>
  bytes.next().then(
    ({ done }) => (done === true ? undefined : drain(bytes)),
    () => undefined
  )

/** A form whose last field, `file`, has at most `max` bytes. */
export const using =
  (max: number): Form.Using<Upload> =>
  <A, E, R>(
    session: BrowserSession,
    actor: Actor["Service"],
    use: (upload: Upload) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { isOurs } = yield* Visits
      if (!isMultipart.test(request.headers["content-type"] ?? "")) return yield* Form.unfit
      if (Number(request.headers["content-length"] ?? 0) > max + formBytes) return yield* tooLarge(max)
      const fields = new Map<string, string>()
      const text = (name: string) => fields.get(name) ?? ""
      const all = (name: string) => (fields.has(name) ? [text(name)] : [])
      let outcome: Exit.Exit<A, E | Refusal> | undefined

      const receive = Effect.fnUntraced(function* (part: Multipart.File) {
        const iterator = NodeMultipart.fileToReadable(part)[Symbol.asyncIterator]()
        if (outcome === undefined && part.key === "file") {
          const file = { name: part.name, bytes: { [Symbol.asyncIterator]: () => iterator } }
          outcome = yield* isOurs(request, session, text("csrf"))
            ? Effect.exit(use({ visit: session, text, all, file }))
            : Effect.exit(Effect.fail(Form.notOurs))
        }
        // A browser shows the response only after it has sent everything.
        yield* Effect.promise(() => drain(iterator))
      })

      const read = request.multipartStream.pipe(
        Stream.runForEach((part) =>
          part._tag === "File" ? receive(part) : Effect.sync(() => fields.set(part.key, part.value))
        ),
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(max + formBytes)),
        Effect.provideService(Multipart.MaxFieldSize, ByteSize.bytes(formBytes)),
        Effect.provideService(Multipart.MaxParts, maxParts)
      )
      const end = yield* Effect.result((yield* InFlight).runReserved(ofActor(actor), readerMemory, read))
      if (outcome !== undefined) return yield* outcome as Exit.Exit<A, E | Refusal>
      if (end._tag === "Success") return yield* noFile
      return yield* end.failure._tag === "MultipartError" ? cutShort : end.failure
    })

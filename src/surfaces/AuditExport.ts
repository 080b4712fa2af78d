/** The audit log as a file with one entry per line (NDJSON), read and sent page by page. */
import { Effect, Option, Schedule, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Actor } from "../../layers/identity/Actor.ts"
import type { Fault } from "../../schema/Fault.ts"
import { Call } from "../invocation/Call.ts"
import { exported } from "../audit/contract/Audit.ts"
import * as Invoke from "../invocation/Invoke.ts"
import { operationOf } from "../Registry.ts"
import * as Auth from "./Auth.ts"
import { Exchange } from "./http/Exchange.ts"
import { type Fields, queryDecoder } from "./http/request/Fields.ts"

const path = `/v1${exported.http.path}` as const

/** Entries per page. A page ends early if its entries are large. */
const limit = 100

/** Whether the read was refused for lack of capacity; once the response has begun, the file would end there. */
const isCrowdedOut = ({ _tag, code }: Fault) => _tag === "rate_limit_error" || code === "unavailable"

const again = { while: isCrowdedOut, schedule: Schedule.spaced("2 seconds"), times: 5 }

interface Page {
  readonly data: ReadonlyArray<unknown>
  readonly nextCursor: string | null
}

/** One call reads page after page, as long as there are more. */
const invoke = Invoke.compile({ ...operationOf("audit.list"), isCostly: () => true })
const decode = queryDecoder(exported.input)

const read = (filter: Fields, cursor: string | undefined) => {
  const fields = { ...filter, limit, ...(cursor === undefined ? {} : { cursor }) }
  const input = { decoded: Effect.succeed(fields), sent: () => fields, about: filter }
  return Effect.map(invoke(input), ({ encoded }) => encoded.value as Page)
}

const text = ({ data }: Page) => data.map((entry) => `${JSON.stringify(entry)}\n`).join("")

const handler = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { requestId } = yield* Exchange
  const actor = yield* Auth.authenticate(request)
  const query = yield* HttpServerRequest.ParsedSearchParams
  const filter = yield* decode(query as Fields)
  const context = yield* Effect.context<Invoke.Dependencies>()
  const page = (cursor: string | undefined) =>
    read(filter, cursor).pipe(
      Effect.provideService(Actor, actor),
      Effect.provideService(Call, { requestId, surface: "rest", idempotencyKey: undefined }),
      Effect.provideContext(context)
    )
  // The first page is read before the response begins, so that a refusal has its own status.
  const first = yield* page(undefined)
  const rest = Stream.paginate(first.nextCursor, (cursor) =>
    cursor === null
      ? Effect.succeed([[], Option.none<string | null>()] as const)
      : Effect.map(
          Effect.retry(page(cursor), again),
          (next) => [[text(next)], Option.some(next.nextCursor)] as const
        )
  )
  const whole = Stream.concat(Stream.make(text(first)), rest).pipe(Stream.encodeText)
  return HttpServerResponse.stream(whole, {
    contentType: "application/x-ndjson",
    headers: { "content-disposition": 'attachment; filename="audit.ndjson"' }
  })
})

export const routes = [{ method: "GET", path }]

export const layer = HttpRouter.add("GET", path, handler)

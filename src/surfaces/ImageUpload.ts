/** Receives images at one-time addresses, whose token is the only credential. */
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Images } from "../../layers/files/Images.ts"
import { ImageUploads, path, workspaceOf } from "../../layers/files/ImageUploads.ts"
import { UnsupportedMediaType } from "../../schema/Fault.ts"
import { maxBytes } from "../../schema/ImageUpload.ts"
import * as Auth from "./Auth.ts"
import * as Answer from "./http/response/Answer.ts"
import * as Body from "./http/request/Body.ts"

/** Accepted content types; the bytes decide the real one. `curl --data-binary` sends the last one. */
const accepted =
  /^(?:image\/(?:png|jpe?g|webp|gif)|application\/(?:octet-stream|x-www-form-urlencoded))\s*(?:;|$)/iu

const unsupported = (what: string) =>
  new UnsupportedMediaType({
    code: "unsupported_media_type",
    message: `Send the bytes of a PNG, JPEG, WebP or GIF image as the body, as curl -T image.png URL does (${what}).`
  })

const checkType = ({ headers }: HttpServerRequest.HttpServerRequest) => {
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return Effect.fail(unsupported(`Content-Encoding was ${encoding}`))
  const type = headers["content-type"]
  return type === undefined || accepted.test(type)
    ? Effect.void
    : Effect.fail(unsupported(`Content-Type was ${type}`))
}

/** Stores the image and returns its address, which is the same if the same bytes are sent again. */
const receive = Effect.fnUntraced(function* (token: string, bytes: Uint8Array) {
  const uploads = yield* ImageUploads
  const images = yield* Images
  const before = yield* uploads.stored(token, bytes)
  if (Option.isSome(before)) return images.urlOf(before.value)
  const { id } = yield* images.keep(bytes)
  return images.urlOf(yield* uploads.settle(token, bytes, id))
})

const put = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "image-upload")
  const { token = "" } = yield* HttpRouter.params
  const workspaceId = yield* workspaceOf(token)
  yield* checkType(request)
  const url = yield* Effect.gen(function* () {
    yield* (yield* ImageUploads).enter(token)
    const sender = yield* Auth.senderOf(request)
    return yield* Body.using(request, sender, maxBytes, (bytes) => receive(token, bytes))
  }).pipe(Effect.provideService(Tenant, { workspaceId }))
  return HttpServerResponse.setHeader(Answer.json(200, JSON.stringify({ url })), "cache-control", "no-store")
})

export const routes = [{ method: "PUT", path: `${path}:token` }]

export const layer = HttpRouter.add("PUT", `${path}:token`, put)

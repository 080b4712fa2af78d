import { Context, Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { Settings } from "../settings/Settings.ts"

/** Public URL of the service without a trailing slash: BASE_URL, or the address it listens on. */
export class BaseUrl extends Context.Service<BaseUrl, string>()("pipeline/layers/BaseUrl") {
  static readonly layer = Layer.effect(
    BaseUrl,
    Effect.gen(function* () {
      const settings = yield* Settings
      if (settings.baseUrl !== undefined) return settings.baseUrl
      const server = Option.getOrUndefined(yield* Effect.serviceOption(HttpServer.HttpServer))
      const scheme = settings.tlsCert === undefined ? "http" : "https"
      const port = server !== undefined && "port" in server.address ? server.address.port : settings.port
      const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host
      return `${scheme}://${host}:${port}`
    })
  )
}

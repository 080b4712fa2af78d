/** The cookies of the pages: sent only to this host, only over https, and not readable by scripts. */
import { HttpServerRequest, HttpServerResponse } from "effect/http"

type Response = HttpServerResponse.HttpServerResponse

export type Name = "session" | "visitor" | "notice" | "known" | "provider"

/** With this prefix, browsers let no other host, subdomain or path set these cookies. */
const prefixed = (name: Name) => `__Host-${name}`

/** Some browsers reject such cookies on plain http, so on localhost they have no prefix. */
const bare = (name: Name) => `pipeline-${name}`

const attributes = { path: "/", httpOnly: true, sameSite: "lax" } as const

export const read = (request: HttpServerRequest.HttpServerRequest, name: Name, overHttp: boolean) =>
  request.cookies[prefixed(name)] ?? (overHttp ? request.cookies[bare(name)] : undefined)

interface Setting {
  readonly name: Name
  readonly overHttp: boolean
}

export const set =
  ({ name, overHttp }: Setting, value: string, maxAge?: number) =>
  (response: Response): Response => {
    const options = maxAge === undefined ? attributes : { ...attributes, maxAge }
    const secure = HttpServerResponse.setCookieUnsafe(prefixed(name), value, { ...options, secure: true })
    const first = secure(response)
    return overHttp ? HttpServerResponse.setCookieUnsafe(bare(name), value, options)(first) : first
  }

export const expire =
  ({ name, overHttp }: Setting) =>
  (response: Response): Response => {
    const first = HttpServerResponse.expireCookieUnsafe(prefixed(name), { ...attributes, secure: true })(
      response
    )
    return overHttp ? HttpServerResponse.expireCookieUnsafe(bare(name), attributes)(first) : first
  }

/** The cookies of the pages: sent to this host alone, over https alone, and out of reach of scripts. */
import { HttpServerRequest, HttpServerResponse } from "effect/http"

type Response = HttpServerResponse.HttpServerResponse

export type Name = "session" | "visitor" | "notice" | "known" | "provider"

/** The prefix holds browsers to it: no other host, subdomain or path may set these. */
const prefixed = (name: Name) => `__Host-${name}`

/** Some browsers keep no such cookies on plain http, as on one's own machine: there they go without, too. */
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

/** A browser's session: who is signed in, and the token that proves that a form came from our pages. */
import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { lifetime, type Session, Sessions } from "../../../layers/identity/people/Sessions.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import { shortened } from "../../shared/PlainText.ts"
import * as TrustedProxies from "../../shared/network/TrustedProxies.ts"
import * as Cookies from "./Cookies.ts"
import * as Reader from "./i18n/Reader.ts"
import type { Reader as ReaderSettings } from "./i18n/ReaderSettings.ts"
import { html, type Html, type Part, plain } from "./Html.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const shape = /^[0-9A-Za-z]{43}$/u

export interface BrowserSession {
  /** Undefined if nobody is signed in. */
  readonly session: (Session & { readonly token: string }) | undefined
  /** The token that this browser's forms carry. */
  readonly csrf: string
  /** The visitor token, set if the browser doesn't have it yet. */
  readonly newVisitor: string | undefined
  readonly notice: string | undefined
  /** The action that the notice offers: undo or redo of the request it reports. */
  readonly sequel: Sequel | undefined
  readonly reader: ReaderSettings
  /** Whether the service is on plain http, which happens only on localhost. */
  readonly overHttp: boolean
}

export interface Sequel {
  readonly kind: "undo" | "redo"
  readonly requestId: string
}

/** The format of the notice cookie: the text, and the action that it offers. */
const noticePattern = /^(?<text>[\w-]*)(?:\.(?<kind>undo|redo)\.(?<requestId>req_[\da-f]{32}))?$/u

const noticeOf = (cookie: string | undefined): Pick<BrowserSession, "notice" | "sequel"> => {
  const { kind, requestId, text } = noticePattern.exec(cookie ?? "-")?.groups ?? {}
  if (cookie === undefined || text === undefined) return { notice: undefined, sequel: undefined }
  return {
    notice: Buffer.from(text, "base64url").toString("utf8").slice(0, 300),
    sequel: requestId === undefined ? undefined : { kind: kind === "redo" ? "redo" : "undo", requestId }
  }
}

export class Visits extends Context.Service<
  Visits,
  {
    readonly of: (request: Request) => Effect.Effect<BrowserSession>
    /** Whether a form was sent from a page that this browser got from us. */
    readonly isOurs: (request: Request, session: BrowserSession, token: string | null) => boolean
  }
>()("pipeline/surfaces/pages/Visits") {
  static readonly layer = Layer.effect(
    Visits,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const ids = yield* Ids
      const sign = (yield* Encryption).mac("csrf")
      const { tlsCert, trustProxy } = yield* Settings
      const overHttp = tlsCert === undefined && trustProxy === TrustedProxies.none

      const read = (request: Request, name: Cookies.Name) => {
        const value = Cookies.read(request, name, overHttp)
        return value !== undefined && shape.test(value) ? value : undefined
      }

      const visitOf = Effect.fn("Visits.of")(function* (request: Request) {
        const token = read(request, "session")
        const found = token === undefined ? undefined : yield* sessions.find(token)
        const session = token === undefined || found === undefined ? undefined : { ...found, token }
        const visitor = read(request, "visitor")
        const newVisitor = session === undefined && visitor === undefined ? yield* ids.token(43) : undefined
        const secret = session?.token ?? visitor ?? newVisitor ?? ""
        const csrf = Buffer.from(sign(secret)).toString("base64url")
        const { notice, sequel } = noticeOf(Cookies.read(request, "notice", overHttp))
        const reader = Reader.from(request.headers["accept-language"], session)
        const reading = yield* Effect.serviceOption(Reader.Reading)
        if (Option.isSome(reading)) reading.value.reader = reader
        return { session, csrf, newVisitor, notice, sequel, overHttp, reader }
      })

      const isOurs = (request: Request, session: BrowserSession, token: string | null) => {
        const site = request.headers["sec-fetch-site"] ?? "same-origin"
        const actual = Buffer.from(token ?? "")
        const wanted = Buffer.from(session.csrf)
        // A browser that gets its visitor token in this response can't have had a form with it.
        return (
          session.newVisitor === undefined &&
          (site === "same-origin" || site === "none") &&
          actual.length === wanted.length &&
          timingSafeEqual(actual, wanted)
        )
      }

      return Visits.of({ of: visitOf, isOurs })
    })
  )
}

/** The CSRF field that each of our forms contains. */
export const hidden = ({ csrf }: BrowserSession): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}" />`

/** Sets the visitor cookie that the page's forms need, and clears the notice that was shown. */
export const keep =
  ({ newVisitor, notice, overHttp }: BrowserSession) =>
  (response: Response): Response => {
    const greeted =
      newVisitor === undefined ? response : Cookies.set({ name: "visitor", overHttp }, newVisitor)(response)
    return notice === undefined ? greeted : Cookies.expire({ name: "notice", overHttp })(greeted)
  }

/** Signs in with a new token each time. */
export const begin =
  ({ overHttp }: BrowserSession, token: string) =>
  (response: Response): Response =>
    Cookies.expire({ name: "visitor", overHttp })(
      Cookies.set({ name: "session", overHttp }, token, lifetime)(response)
    )

export const end = ({ overHttp }: BrowserSession) => Cookies.expire({ name: "session", overHttp })

/** Shows a notice on the next page. */
export const showNotice = ({ overHttp, reader }: BrowserSession, notice: Part, sequel?: Sequel) => {
  const text = Buffer.from(shortened(plain(notice, reader), 500)).toString("base64url")
  const offer = sequel === undefined ? "" : `.${sequel.kind}.${sequel.requestId}`
  return Cookies.set({ name: "notice", overHttp }, `${text}${offer}`)
}

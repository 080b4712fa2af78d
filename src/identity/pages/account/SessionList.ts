/** The list of a person's sessions, which they can end. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { idOf, type Listed, Sessions } from "../../../../layers/identity/people/Sessions.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import { html, type Html, type Part } from "../../../surfaces/web/Html.ts"
import * as LocalTime from "../../../surfaces/web/LocalTime.ts"
import * as ReturnPath from "../signIn/ReturnPath.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"

const path = "/account/sessions"

const row = (visit: SignedIn, listed: Listed, now: string): Html => {
  const isThis = listed.id === idOf(visit.session.token)
  const name = listed.agent ?? say.twoFactor.aBrowser
  return html`<li>
    <p class="name">
      <strong>${name}</strong> ${isThis && html`<span class="tag">${say.twoFactor.thisBrowser}</span>`}
    </p>
    <p class="soft">
      ${listed.address === null ? say.twoFactor.signedIn(LocalTime.minute(listed.createdAt)) : say.twoFactor.signedInFrom(LocalTime.minute(listed.createdAt), listed.address)},
      ${say.twoFactor.lastUsed(isThis ? say.parts.now : LocalTime.ago(listed.seenAt, now))}
    </p>
    ${
      !isThis &&
      html`<form method="post" action="${path}/${listed.id}/end">
        ${BrowserSession.hidden(visit)}
        <button class="quiet" type="submit">${say.frame.signOut}<span class="unseen"> ${name}</span></button>
      </form>`
    }
  </li>`
}

export const card = (visit: SignedIn, sessions: ReadonlyArray<Listed>, now: string): Html =>
  html`<section class="card">
    <h2>${say.twoFactor.whereSignedIn}</h2>
    <ul class="rows" aria-label="${say.twoFactor.sessions}">
      ${sessions.map((listed) => row(visit, listed, now))}
    </ul>
    ${
      sessions.length > 1 &&
      html`<form method="post" action="${path}/end-others">
        ${BrowserSession.hidden(visit)}
        <button class="quiet" type="submit">${say.twoFactor.signOutOthers}</button>
      </form>`
    }
  </section>`

const ending = (
  notice: Part,
  end: (visit: SignedIn) => Effect.Effect<void, PageResponse.Refusal, Sessions | HttpRouter.RouteContext>
) =>
  Effect.gen(function* () {
    const { visit } = yield* Form.read()
    if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn("/account"))
    yield* end(visit)
    return BrowserSession.showNotice(visit, notice)(PageResponse.goTo("/account"))
  })

const unknown = new PageResponse.Refusal({
  type: "not_found",
  message: say.twoFactor.hasEnded
})

const endOne = ending(say.twoFactor.thatOut, (visit) =>
  Effect.gen(function* () {
    const { id = "" } = yield* HttpRouter.params
    const sessions = yield* Sessions
    const mine = yield* sessions.list(visit.session.userId)
    if (!mine.some((one) => one.id === id)) return yield* unknown
    yield* sessions.closeOther(visit.session.userId, { id })
  })
)

const endOthers = ending(say.twoFactor.othersOut, ({ session }) =>
  Effect.flatMap(Sessions, (sessions) => sessions.closeOther(session.userId, { except: session.token }))
)

export const routes = [
  PageResponse.route("POST", `${path}/end-others`, endOthers),
  PageResponse.route("POST", `${path}/:id/end`, endOne)
]

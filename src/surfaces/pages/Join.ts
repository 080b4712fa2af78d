/** Joining a workspace by its invitation, as the person it was made for. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { type Invited, Invitations } from "../../../layers/Invitations.ts"
import { Sessions } from "../../../layers/people/Sessions.ts"
import * as Auth from "../Auth.ts"
import * as Form from "./Form.ts"
import { html } from "./Html.ts"
import type * as Layout from "./Layout.ts"
import * as Next from "./Next.ts"
import * as Page from "./Page.ts"
import * as Visit from "./Visit.ts"
import * as Workplace from "./Workplace.ts"

const gone = new Page.Refusal({
  status: 404,
  message: "This invitation was used or withdrawn, or is too old. Ask an admin of the workspace for another."
})

const forSomeoneElse = new Page.Refusal({
  status: 403,
  message: "This invitation is for another person. Sign in as them, and open its link again."
})

const frame = (visit: Workplace.SignedIn, invited: Invited, path: string): Layout.Frame => ({
  title: `Join ${invited.workspaceName}`,
  width: "narrow",
  aside: Workplace.account(visit),
  body: html`<form class="card" method="post" action="${path}">
    <h1>Join ${invited.workspaceName}?</h1>
    <p>
      You were invited as <strong>${invited.role}</strong>. Its other members will see your name and email
      address.
    </p>
    ${Visit.hidden(visit)}
    <div class="actions"><button type="submit">Join</button></div>
  </form>`
})

const forAnother = (visit: Workplace.SignedIn, invited: Invited, path: string): Layout.Frame => ({
  title: "For another person",
  width: "narrow",
  aside: Workplace.account(visit),
  body: html`<div class="card">
    <h1>This invitation is for another person</h1>
    <p>It is for ${invited.email}, and you are signed in as ${visit.session.email}.</p>
    <p><a class="button" href="${Next.signIn(path)}">Use another account</a></p>
  </div>`
})

const invitation = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "sign-in")
  const { token = "" } = yield* HttpRouter.params
  const invited = yield* (yield* Invitations).find(token)
  return invited === undefined ? yield* gone : { token, invited, path: `/join/${token}` }
})

const show = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { invited, path } = yield* invitation
  const visit = yield* (yield* Visit.Visits).of(request)
  if (!Workplace.isSignedIn(visit)) return Page.goTo(Next.signIn(path))
  const isTheirs = visit.session.userId === invited.userId
  const shown = isTheirs ? frame(visit, invited, path) : forAnother(visit, invited, path)
  return Visit.keep(visit)(Page.respond(shown, { status: isTheirs ? 200 : 403 }))
})

const submit = Effect.gen(function* () {
  const { visit } = yield* Form.read
  const { token } = yield* invitation
  if (visit.session === undefined) return Page.goTo(Next.signIn(`/join/${token}`))
  const joined = yield* (yield* Invitations).accept(token, visit.session.userId)
  if (joined === undefined) return yield* forSomeoneElse
  yield* (yield* Sessions).choose(visit.session.token, joined.workspaceId)
  return Visit.say(visit, `You are in ${joined.workspaceName} now.`)(Page.goTo("/"))
})

export const routes = [Page.route("GET", "/join/:token", show), Page.route("POST", "/join/:token", submit)]

/** Selects the workspace that this browser works in. */
import { Effect } from "effect"
import { People } from "../../../layers/identity/people/People.ts"
import { Sessions } from "../../../layers/identity/people/Sessions.ts"
import * as ReturnPath from "../../identity/pages/signIn/ReturnPath.ts"
import * as Form from "./Form.ts"
import * as PageResponse from "./PageResponse.ts"
import * as WorkspacePage from "./frame/WorkspacePage.ts"

const choose = PageResponse.route(
  "POST",
  "/workspace",
  Effect.gen(function* () {
    const { text, visit } = yield* Form.read()
    if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn("/"))
    const memberships = yield* (yield* People).memberships(visit.session.userId)
    const chosen = memberships.find(({ workspaceId }) => workspaceId === text("workspace"))
    if (chosen !== undefined) {
      yield* (yield* Sessions).choose(visit.session.token, chosen.workspaceId)
    }
    // A single record belongs to the old workspace, but lists exist in each one, so only those are kept.
    const [list = ""] =
      /^\/(boards|leads|reports|approvals|settings(\/[a-z]+)?)(?=\/|$)/u.exec(text("next")) ?? []
    return PageResponse.goTo(list === "" ? "/" : list)
  })
)

export const routes = [choose]

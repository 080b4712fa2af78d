/** Takes back what was just done, where its notice offers it: no page asks first, and the next notice offers to do it again. */
import { Effect } from "effect"
import { act } from "../../surfaces/web/CallOperation.ts"
import * as ReturnPath from "../../identity/pages/signIn/ReturnPath.ts"
import * as Toast from "../../surfaces/web/frame/Toast.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/words/Words.ts"

const undo = act("undo.run")

/** One call takes back so much; one press of a button may have done several times that. */
const mostTurns = 10

const undoAll = Effect.fnUntraced(function* (requestId: string) {
  let [count, until] = [0, undefined as string | undefined]
  for (let turn = 0; turn < mostTurns; turn++) {
    const asked = undo({ requestId, until })
    const { hasMore, notUndone, undone, ...rest } = yield* Effect.catchTag(asked, "not_found", () =>
      Effect.succeed({ undone: [], notUndone: [], hasMore: false, until: undefined })
    )
    count += undone.length
    const [obstacle] = notUndone
    if (obstacle !== undefined || !hasMore) return { count, obstacle }
    until = rest.until
  }
  return { count, obstacle: undefined }
})

const run = WorkspacePage.form(Toast.path, {
  run: Effect.fnUntraced(function* (_here, { text }) {
    const to = ReturnPath.local(text("from")) ?? "/"
    const isRedo = text("kind") === "redo"
    const { count, obstacle } = yield* undoAll(text("requestId"))
    if (count === 0 || obstacle !== undefined) {
      const notice = obstacle === undefined ? say.toast.nothing : say.toast.why[obstacle.code]
      return { to, notice, isWrong: true }
    }
    const notice = isRedo ? say.toast.redone : say.toast.undone
    return { to, notice, offers: isRedo ? ("undo" as const) : ("redo" as const) }
  })
})

export const routes = [run]

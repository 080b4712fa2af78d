/** Undoes the last action from its notice without a preview. The next notice offers to redo it. */
import { Effect } from "effect"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as ReturnPath from "../../identity/pages/signIn/ReturnPath.ts"
import * as Toast from "../../surfaces/web/frame/Toast.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const undo = callOperation("undo.run")

/** The maximum number of undo calls, because one call's size is limited and one action may have changed more. */
const maxTurns = 10

const undoAll = Effect.fnUntraced(function* (requestId: string) {
  let [count, until] = [0, undefined as string | undefined]
  for (let turn = 0; turn < maxTurns; turn++) {
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

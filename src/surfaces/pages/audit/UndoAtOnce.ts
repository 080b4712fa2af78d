/** Takes back what was just done, where its notice offers it: no page asks first, and the next notice offers to do it again. */
import { Effect } from "effect"
import { act } from "../platform/Act.ts"
import * as Next from "../identity/Next.ts"
import * as Toast from "../platform/Toast.ts"
import * as Workplace from "../platform/Workplace.ts"
import { say } from "../words/Words.ts"

const undo = act("undo.run")

const run = Workplace.form(Toast.path, {
  run: Effect.fnUntraced(function* (_here, { text }) {
    const to = Next.local(text("from")) ?? "/"
    const isRedo = text("kind") === "redo"
    const asked = undo({ requestId: text("requestId") })
    const { notUndone, undone } = yield* Effect.catchTag(asked, "not_found", () =>
      Effect.succeed({ undone: [], notUndone: [] })
    )
    const [obstacle] = notUndone
    if (undone.length === 0 || obstacle !== undefined) {
      const notice = obstacle === undefined ? say.toast.nothing : say.toast.why[obstacle.code]
      return { to, notice, isWrong: true }
    }
    const notice = isRedo ? say.toast.redone : say.toast.undone
    return { to, notice, offers: isRedo ? ("undo" as const) : ("redo" as const) }
  })
})

export const routes = [run]

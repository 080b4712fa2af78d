/** A warning that depends on data that the answer doesn't contain. A replay doesn't repeat it. */
import { Context, Effect } from "effect"

export const CallWarning = Context.Reference<{ text: string | undefined }>("pipeline/CallWarning", {
  defaultValue: () => ({ text: undefined })
})

/** Sets the warning of the running call; undefined removes it. ASCII only, because it is sent in a header. */
export const set = (text: string | undefined): Effect.Effect<void> =>
  Effect.map(CallWarning, (warning) => {
    warning.text = text
  })

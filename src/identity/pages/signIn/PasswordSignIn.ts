/** Whether people sign in by password here: not where the operator leaves it to the provider alone. */
import { say } from "../../../surfaces/web/words/Words.ts"
import { Effect } from "effect"
import { Settings } from "../../../../layers/settings/Settings.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"

export const isOff = Effect.map(Settings, ({ provider }) => provider?.only === true)

/** For what sets or takes a password. */
export const check = Effect.gen(function* () {
  const { provider } = yield* Settings
  if (provider?.only !== true) return
  return yield* new PageResponse.Refusal({
    type: "permission_error",
    message: say.entrance.passwordsOff(provider.name)
  })
})

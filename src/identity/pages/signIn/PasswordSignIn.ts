/** Whether passwords are enabled. Operators can require the provider instead. */
import { say } from "../../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import { Settings } from "../../../../layers/settings/Settings.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"

export const isOff = Effect.map(Settings, ({ provider }) => provider?.only === true)

/** Fails if passwords are disabled. */
export const check = Effect.gen(function* () {
  const { provider } = yield* Settings
  if (provider?.only !== true) return
  return yield* new PageResponse.Refusal({
    type: "permission_error",
    message: say.signInSetup.passwordsOff(provider.name)
  })
})

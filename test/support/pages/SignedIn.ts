/** A workspace whose owner is signed in, in a browser without scripts. */
import { Effect } from "effect"
import { People } from "../../../layers/identity/people/People.ts"
import { Sessions } from "../../../layers/identity/people/Sessions.ts"
import type { UserId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import type { Page } from "playwright-core"
import { FormBrowser } from "./FormBrowser.ts"
import { TestService } from "../server/TestService.ts"

export const password = "correct horse battery"

/** A browser with a person's session, made without the slow password check. */
export const browserOf = Effect.fnUntraced(function* (id: string) {
  const { url } = yield* TestService
  const browser = new FormBrowser(url)
  const token = yield* (yield* Sessions).open(id as UserId)
  browser.cookies.set("__Host-session", { value: token, path: "/" })
  return browser
})

export const make = Effect.fnUntraced(function* (plan: Plan = "standard") {
  const service = yield* TestService
  const workspace = yield* service.workspace(plan)
  const browser = yield* browserOf(workspace.user.id)
  return { ...workspace, base: service.url, browser }
})

/** The same person in Chromium: `page` has the cookies of `browser`. */
export const inChromium = (
  page: Page,
  { base, browser }: Pick<Effect.Success<ReturnType<typeof make>>, "base" | "browser">
) =>
  Effect.promise(() => {
    const value = browser.cookies.get("__Host-session")!.value
    const cookie = { name: "__Host-session", value, url: base.replace("http:", "https:"), secure: true }
    return page.context().addCookies([cookie])
  })

/** The same with a password, but not signed in. */
export const withPassword = Effect.fnUntraced(function* () {
  const service = yield* TestService
  const workspace = yield* service.workspace()
  yield* (yield* People).setPassword(workspace.user.id as UserId, password)
  return { ...workspace, base: service.url, browser: new FormBrowser(service.url) }
})

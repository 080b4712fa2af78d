/** What tests of saved views do: save one on a page without scripts, and see which are offered. */
import { Effect } from "effect"
import { TestService } from "../server/TestService.ts"
import type { Page } from "./FormBrowser.ts"
import * as SignedIn from "./SignedIn.ts"

export const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const service = yield* TestService
  const browserOf = Effect.fnUntraced(function* (role: "member" | "viewer") {
    return yield* SignedIn.browserOf((yield* service.member(owner.workspace.id, role)).id)
  })
  return { ...owner, browserOf }
})

export type Owner = Effect.Success<typeof start>["browser"]

export const tabs = ({ text }: Page) =>
  [
    ...(/<nav aria-label="Saved views">([\s\S]*?)<\/nav>/u
      .exec(text)?.[1]!
      .matchAll(/<a([^>]*)>\s*([^<]*)/gu) ?? [])
  ].map(([, marks, name]) => (marks!.includes("aria-current") ? `[${name!.trim()}]` : name!.trim()))

export const save = async (browser: Owner, from: string, name: string, more = {}) =>
  browser.submitTo(await browser.open(from), `/views/${new URL(from, browser.base).pathname.slice(1)}`, {
    name,
    ...more
  })

export const idIn = ({ url }: Page) => new URL(url).searchParams.get("saved")!

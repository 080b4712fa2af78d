import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as App from "../../../../src/service/App.ts"
import * as HostileData from "../../../support/pages/HostileData.ts"
import * as Paths from "../../../support/pages/Paths.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

/** The amounts of the deals, as each language writes them. */
const amounts = {
  en: ["$90,071,992,547,409.91", "¥5,000,000", "€0"],
  de: ["90.071.992.547.409,91\u00a0$", "5.000.000\u00a0¥", "0\u00a0€"]
} as const

const letters = "[\\u0590-\\u08FF]"

/** Texts from right to left that would reorder what stands beside them, with what is before them. */
const loose = (html: string): ReadonlyArray<string> =>
  html
    .replaceAll(/<(bdi|title|option|textarea|script)\b[^>]*>[^]*?<\/\1>/gu, "")
    .replaceAll(/<(\w+)\b[^<>]*\sdir="auto"[^<>]*>[^<]*<\/\1>/gu, "")
    .replaceAll(/\u2068[^\u2069]*\u2069/gu, "")
    .replaceAll(/<[^<>]*>/gu, "|")
    .match(new RegExp(`.{0,40}${letters}+`, "gu")) ?? []

layer(TestService.layer({ PROMOTION_ENABLED: "true" }, { serving: App.served }))("every page", (it) => {
  it.effect(
    "keeps texts from right to left to themselves, and amounts right, in each language",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const ids = yield* HostileData.fill(owner)
        const found: Array<string> = []
        let opened = 0
        for (const language of ["en", "de"] as const) {
          for (const path of Paths.all(ids)) {
            const page = yield* Effect.promise(() =>
              owner.browser.send(path, { headers: { "accept-language": language } })
            )
            const isPage = page.headers.get("content-type")?.startsWith("text/html") === true
            if (page.status !== 200 || !isPage) continue
            opened += 1
            for (const text of loose(page.text)) found.push(`${language} ${path}: ${text}`)
          }
          const list = yield* Effect.promise(() =>
            owner.browser.send(`/boards/${ids["board"]}?stage=${ids["stage"]}`, {
              headers: { "accept-language": language }
            })
          )
          for (const amount of amounts[language]) assert.include(list.text, amount)
        }
        assert.isAtLeast(opened, 40)
        assert.deepStrictEqual(found, [])
      }),
    120_000
  )
})

import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as HostileData from "../../support/pages/HostileData.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const pages = Layer.merge(TestService.layer({ PROMOTION_ENABLED: "true" }), Browser.layer())

layer(pages)("pages in German", (it) => {
  it.effect(
    "fit the window and read well, whatever names and amounts are",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const ids = yield* HostileData.fill(owner)
        const { page } = yield* open(yield* Browser, { locale: "de-DE", timezoneId: "Asia/Tokyo" })
        yield* SignedIn.inChromium(page, owner)
        const shown = {
          leads: "/leads",
          suspects: "/leads?status=suspect",
          lead: `/leads/${ids["lead"]}?list=status%3Dnew`,
          deleted: "/deals/deleted",
          reports: "/reports",
          keys: "/settings/keys",
          rules: `/settings/rules?credential=${ids["key"]}`,
          members: "/settings/members",
          usage: "/settings/usage",
          webhook: `/settings/webhooks/${ids["webhook"]}`,
          intake: `/settings/intake/${owner.board.id}`,
          audit: "/settings/audit",
          approvals: "/approvals?show=all",
          rehearsals: "/settings/rehearsals",
          import: "/import",
          account: "/account"
        }
        for (const [name, path] of Object.entries(shown)) {
          yield* Effect.promise(async () => {
            await page.goto(owner.base + path)
            await inspect(page, `${name}-de`)
          })
        }
      }),
    240_000
  )
})

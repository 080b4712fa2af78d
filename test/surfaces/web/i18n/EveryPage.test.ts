import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Tenant } from "../../../../layers/identity/Tenant.ts"
import { Forms } from "../../../../layers/intake/Forms.ts"
import { Browser, open } from "../../../support/pages/Browser.ts"
import * as HostileData from "../../../support/pages/HostileData.ts"
import { inspect } from "../../../support/pages/Looks.ts"
import * as Paths from "../../../support/pages/Paths.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

/** What `Paths` does not know of: lists that a link narrows, pages of others' sites, and the documentation. */
const more = (ids: Readonly<Record<string, string>>) => [
  "/leads?status=suspect",
  `/leads/${ids["lead"]}?list=status%3Dnew`,
  `/boards/${ids["board"]}?stage=${ids["stage"]}`,
  `/find?q=${encodeURIComponent("شركة")}`,
  `/settings/rules?credential=${ids["key"]}`,
  "/approvals?show=all",
  `/f/${ids["form"]}`,
  "/docs",
  "/docs/guide/pages",
  "/docs/guide/bench",
  "/nothing-here"
]

const named = (path: string) =>
  path
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "id")
    .replaceAll(/[^\w]+/gu, "-")
    .slice(1, 60)

const service = Layer.merge(TestService.layer({ PROMOTION_ENABLED: "true" }), Browser.layer())

layer(service, { excludeTestServices: true })("every page", (it) => {
  for (const [locale, timezoneId] of [
    ["en-US", "America/Los_Angeles"],
    ["de-DE", "Asia/Tokyo"]
  ] as const) {
    it.effect(
      `in ${locale} has no axe findings and fits the window, whatever names and amounts are`,
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const form = (yield* Forms).ofBoard(owner.board.id)
          const tenant = { workspaceId: owner.workspace.id }
          const { token } = yield* Effect.provideService(form, Tenant, tenant)
          const ids = { ...(yield* HostileData.fill(owner)), form: token }
          const { page } = yield* open(yield* Browser, { locale, timezoneId })
          yield* SignedIn.inChromium(page, owner)
          const findings: Array<string> = []
          let opened = 0
          yield* Effect.promise(async () => {
            for (const path of [...Paths.all(ids), ...more(ids)]) {
              if (path.includes("csv")) continue
              const answer = await page.goto(owner.base + path)
              assert.isBelow(answer!.status(), 500, path)
              if (answer!.status() === 200) opened += 1
              await inspect(page, `${named(path)}-${locale.slice(0, 2)}`).catch((error: Error) =>
                findings.push(error.message)
              )
            }
          })
          assert.deepStrictEqual(findings, [])
          assert.isAtLeast(opened, 45)
        }),
      600_000
    )
  }
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as App from "../../../src/App.ts"
import * as Pages from "../../../src/surfaces/Pages.ts"
import { routed } from "../../../src/Registry.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { as } from "../../support/server/Contract.ts"
import * as Requests from "../../support/server/Requests.ts"
import { TestService } from "../../support/server/TestService.ts"

const arabic = "شركة النقل"
const long = `${arabic} ${"見積".repeat(40)} 🚚🇦🇪 ${"x".repeat(60)}`.slice(0, 190)

const resources: Readonly<Record<string, string>> = {
  boards: "board",
  intake: "board",
  deals: "deal",
  leads: "lead",
  members: "user",
  webhooks: "webhook",
  deliveries: "delivery",
  approvals: "approval",
  rehearsals: "rehearsal"
}

const fill = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replaceAll(/\/(\w+)\/:\w+/gu, (_, name: string) => `/${name}/${ids[resources[name]!] ?? "x"}`)

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
        const api = yield* as(owner.apiKey.token)
        const ids = { ...(yield* Requests.fixtures(api, routed)) } as Record<string, string>
        const send = (method: string, path: string, body: object) =>
          Effect.promise(() => owner.send(method, path, body))
        yield* send("PATCH", `/v1/boards/${owner.board.id}`, { name: arabic })
        ids["board"] = owner.board.id
        const amounts = [
          ["USD", Number.MAX_SAFE_INTEGER],
          ["JPY", 5_000_000],
          ["EUR", 0],
          ["USD", null]
        ] as const
        for (const [currency, amountCents] of amounts) {
          yield* send("PATCH", `/v1/boards/${owner.board.id}`, { currency })
          const made = yield* send("POST", "/v1/deals", {
            boardId: owner.board.id,
            name: long,
            company: arabic,
            amountCents,
            labels: [arabic],
            nextStep: arabic,
            primaryContactName: arabic,
            primaryContactEmail: "a@b.example"
          })
          assert.strictEqual(made.status, 201, made.text)
          if (amountCents === Number.MAX_SAFE_INTEGER) {
            ids["deal"] = made.body.id
          }
        }
        yield* send("PATCH", `/v1/deals/${ids["deal"]}`, {
          company: `${arabic} 2`,
          amountCents: 9_007_199_254_740_991
        })
        const lead = yield* send("POST", "/v1/leads", {
          firstName: arabic,
          companyName: arabic,
          message: arabic
        })
        ids["lead"] = lead.body.id
        const found: Array<string> = []
        let opened = 0
        const asked = Pages.routes.filter(
          ({ method, path }) => method === "GET" && !path.startsWith("/assets/") && !path.includes(":kind")
        )
        for (const language of ["en", "de"]) {
          for (const { path } of asked) {
            const page = yield* Effect.promise(() =>
              owner.browser.send(fill(path, ids), { headers: { "accept-language": language } })
            )
            if (page.status !== 200) continue
            opened += 1
            for (const text of loose(page.text)) found.push(`${language} ${path}: ${text}`)
          }
          const deal = yield* Effect.promise(() =>
            owner.browser.send(`/deals/${ids["deal"]}`, { headers: { "accept-language": language } })
          )
          assert.include(
            deal.text,
            language === "en" ? "$90,071,992,547,409.91" : "90.071.992.547.409,91\u00a0$"
          )
        }
        assert.isAtLeast(opened, 40)
        assert.deepStrictEqual(found, [])
      }),
    120_000
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Usage } from "../../../layers/identity/Usage.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/usage"

/** The list's entries as displayed, by credential name. */
const entriesOf = (text: string) =>
  Object.fromEntries(
    [
      ...text.matchAll(
        /<a\s+id="[^"]*"\s+href="\/settings\/usage\?of=[^"]*"[^>]*>([^<]*)<\/a\s*>([\s\S]*?)<\/div>/gu
      )
    ].map(([, name = "", rest = ""]) => [
      name.trim(),
      rest
        .replaceAll(/<[^>]*>/gu, "")
        .replaceAll(/\s+/gu, " ")
        .trim()
    ])
  )

/** The sums of a table's number columns. */
const summed = (text: string, caption: string) => {
  const [, body = ""] = new RegExp(`${caption}[\\s\\S]*?<tbody>([\\s\\S]*?)</tbody>`, "u").exec(text) ?? []
  const rows = [...body.matchAll(/<td>(\d+)<\/td>\s*<td>(\d+)<\/td>/gu)]
  const column = (index: number) => rows.reduce((sum, row) => sum + Number(row[index]), 0)
  return { rows: rows.length, answered: column(1), refused: column(2) }
}

layer(TestService.layer({ RATE_LIMIT_PER_KEY: "20" }), { excludeTestServices: true })(
  "the page of usage",
  (it) => {
    it.effect(
      "counts each credential's requests, refused requests separately, and shows zero for idle credentials",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const service = yield* TestService
          const idle = yield* service.member(owner.workspace.id, "viewer")
          const tokens = yield* Effect.promise(async () => {
            const app = await OAuthApp.make(owner.base, { client_name: "Claude" })
            return app.connect(owner.browser)
          })
          const usage = yield* Usage
          const ask = (send: typeof owner.send, times: number) =>
            Effect.promise(() => Promise.all(Array.from({ length: times }, () => send("GET", "/v1/me"))))
          const first = yield* ask(owner.send, 12)
          yield* usage.flush
          const second = yield* ask(owner.send, 13)
          const statuses = [...first, ...second].map(({ status }) => status)
          assert.strictEqual(statuses.filter((status) => status === 429).length, 5)
          assert.match(
            second[0]!.headers.get("ratelimit-policy") ?? "",
            /^"key";q=20;w=60, "workspace";q=\d+;w=60$/u
          )
          yield* ask(owner.as(tokens.access_token), 3)
          yield* usage.flush
          yield* Effect.promise(async () => {
            const { text } = await owner.browser.open(path)
            const entries = entriesOf(text)
            const hint = owner.apiKey.token.slice(-4)
            const said = `API key · ${owner.user.email} 20 requests in the last hour, 20 in 24 hours, 5 refused`
            assert.strictEqual(entries[`First key …${hint}`], said)
            assert.strictEqual(
              entries["Claude"],
              `Connected app · ${owner.user.email} 3 requests in the last hour, 3 in 24 hours`
            )
            const other = Object.entries(entries).find(([name]) => name.startsWith("viewer key"))
            assert.include(other?.[1], "0 requests in the last hour, 0 in 24 hours")
            const whole = summed(text, "Requests of the whole workspace in the last hour, by minute")
            assert.deepStrictEqual([whole.rows, whole.refused], [60, 5])
            assert.isAtLeast(whole.answered, 23)
            const keys = await owner.browser.open(`${path}?of=${owner.apiKey.id}`)
            const minutes = summed(keys.text, "in the last hour, by minute")
            assert.deepStrictEqual(minutes, { rows: 60, answered: 20, refused: 5 })
            const hours = summed(keys.text, "in the last 24 hours, by hour")
            assert.deepStrictEqual(hours, { rows: 24, answered: 20, refused: 5 })
            assert.include(keys.text, "of 20 ·")
          })
          yield* usage.flush
          yield* Effect.promise(async () => {
            const { text } = await owner.browser.open(path)
            assert.match(
              entriesOf(text)["Owner"] ?? "",
              /^On these pages · \S+ [1-9] requests? in the last hour/u
            )
          })
          const theirs = yield* SignedIn.browserOf(idle.id)
          yield* Effect.promise(async () => {
            assert.include((await theirs.open(path)).text, "First key")
          })
        })
    )

    it.effect("keeps a revoked key's counts, separately, and shows other workspaces nothing", () =>
      Effect.gen(function* () {
        const [mine, other] = [yield* SignedIn.make(), yield* SignedIn.make()]
        yield* Effect.promise(() => mine.send("GET", "/v1/me"))
        yield* Effect.promise(async () => {
          const page = await mine.browser.open("/settings/keys")
          const index = page.forms.findIndex(({ action }) => action.endsWith(`${mine.apiKey.id}/revoke`))
          await mine.browser.submit(page, {}, index)
        })
        yield* (yield* Usage).flush
        yield* Effect.promise(async () => {
          const entries = entriesOf((await mine.browser.open(path)).text)
          assert.match(
            entries["Revoked or removed since"] ?? "",
            /^No longer there 1 request in the last hour/u
          )
          const foreign = await mine.browser.open(`${path}?of=${other.apiKey.id}`)
          const nobodys = await mine.browser.open(`${path}?of=0190a0b0-c0d0-7000-8000-00000000abcd`)
          assert.deepStrictEqual([foreign.status, nobodys.status], [404, 404])
          assert.notInclude((await other.browser.open(path)).text, "Revoked or removed")
        })
      })
    )
  }
)

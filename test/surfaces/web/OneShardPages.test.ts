import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as App from "../../../src/service/App.ts"
import * as Pages from "../../../src/surfaces/Pages.ts"
import { routed } from "../../../src/Registry.ts"
import type { Form } from "../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { as } from "../../support/server/Contract.ts"
import { severalOf } from "../../support/database/Counted.ts"
import * as Requests from "../../support/server/Requests.ts"
import { TestService } from "../../support/server/TestService.ts"

/** What asks several shards: a person's sessions, which are spread by the hash of their secret. */
const across = [
  "signing in",
  "GET /account",
  "POST /sign-out",
  "POST /account/password",
  "POST /account/sign-out-everywhere",
  "POST /account/sessions/end-others",
  "POST /account/sessions/:id/end"
]

/** What takes away what other forms are about. */
const ending =
  /\/(?:role|reset|remove|revoke|delete|discard|end|end-others|sign-out|sign-out-everywhere|password|decline)$/u

/** What is typed into empty fields, by their type. */
const typed: Record<string, string> = { email: "a@b.example", url: "https://hooks.example/x", number: "1" }

const shown = Pages.routes.filter(({ path }) => !path.startsWith("/assets/"))

/** The singular of the resource whose id follows it in an address. */
const resources: Record<string, string> = {
  boards: "board",
  intake: "board",
  deals: "deal",
  notes: "note",
  leads: "lead",
  keys: "key",
  members: "user",
  webhooks: "webhook",
  deliveries: "delivery",
  approvals: "approval",
  rehearsals: "rehearsal",
  templates: "template"
}

const fill = (path: string, ids: Readonly<Record<string, string>>) =>
  path
    .replace(":kind", "pipeline")
    .replaceAll(/\/(\w+)\/:\w+/gu, (_, name: string) => `/${name}/${ids[resources[name]!] ?? "x"}`)

const isOf = (path: string) => {
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u")
  return ({ action }: Form) => pattern.test(action.split("?")[0]!)
}

layer(TestService.layer({ PROMOTION_ENABLED: "true" }, { serving: App.served }))(
  "every page on a cluster",
  (it) => {
    it.effect.skipIf(inject("testServer").workers === undefined)(
      "asks one shard at a time, as Citus counts",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.withPassword()
          const ids = yield* Requests.fixtures(yield* as(owner.apiKey.token), routed)
          let { browser } = owner
          const found: Array<string> = []
          const forms: Array<Form> = []
          let taken = 0
          const ask = Effect.fnUntraced(function* (name: string, asking: () => Promise<unknown>) {
            if ((yield* severalOf(Effect.promise(asking))) > 0) found.push(name)
          })
          yield* ask("signing in", () => browser.signIn(owner.user.email, SignedIn.password))
          for (const { path } of shown.filter(({ method }) => method === "GET")) {
            yield* ask(`GET ${path}`, async () => {
              const page = await browser.open(fill(path, ids))
              forms.push(...page.forms)
            })
          }
          const posts = shown.filter(({ method }) => method === "POST").map(({ path }) => path)
          for (const path of posts.toSorted((a, b) => Number(ending.test(a)) - Number(ending.test(b)))) {
            browser = yield* SignedIn.browserOf(owner.user.id)
            const csrf = (yield* Effect.promise(() => browser.open("/account"))).forms[0]!.inputs.find(
              ({ name }) => name === "csrf"
            )!.value
            const form = forms.findLast(isOf(path))
            const fields = (form?.inputs ?? []).filter(({ name }) => name !== "csrf")
            const body = new URLSearchParams([
              ["csrf", csrf],
              ...fields.map(({ name, type, value }): [string, string] => [
                name,
                value || (typed[type] ?? "A")
              ])
            ])
            yield* ask(`POST ${path}`, async () => {
              const address = form?.action ?? fill(path, ids)
              const { status } = await browser.send(address, { body: body.toString() })
              if (status < 400) taken++
            })
          }
          assert.sameMembers(found, across)
          assert.isAtLeast(taken, 20)
        }),
      600_000
    )
  }
)

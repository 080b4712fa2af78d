import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { People } from "../../layers/identity/people/People.ts"
import { Members } from "../../layers/identity/Members.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import type { UserId } from "../../schema/Id.ts"
import { formTo, submit } from "../support/pages/Acting.ts"
import { as, contract, created, member, ok, refused, workspace } from "../support/server/Contract.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import type { Answer } from "../support/server/TestService.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"

const hook = (n: number) => `https://192.0.43.8/hooks/${n}`
const events = ["deal.won"]

/** A workspace with an app that its owner connected, and subscriptions made by both. */
const site = Effect.gen(function* () {
  const mine = yield* SignedIn.make()
  const owner = yield* as(mine.apiKey.token)
  const app = yield* Effect.promise(() => OAuthApp.make(mine.base, { client_name: "Claude" }))
  const tokens = yield* Effect.promise(() => app.connect(mine.browser))
  const agent = yield* as(tokens.access_token)
  const wanted = (n: number) => ({ boardId: mine.board.id, url: hook(n), events })
  return { ...mine, owner, app, agent, tokens, wanted }
})

contract("the maker", (it) => {
  it.effect("of a subscription is shown: the key, or the app and the person it acted for", () =>
    Effect.gen(function* () {
      const { agent, app, apiKey, owner, user, wanted } = yield* site
      const byApp = yield* created(agent.post("/v1/webhooks", wanted(1)))
      assert.strictEqual(byApp.createdBy, `oauth:${app.clientId}`)
      const who = { userId: user.id, userName: "Owner", isGone: false }
      assert.deepStrictEqual(byApp.maker, { type: "oauth", id: app.clientId, name: "Claude", ...who })
      const byKey = yield* created(owner.post("/v1/webhooks", wanted(2)))
      assert.strictEqual(byKey.createdBy, `api_key:${apiKey.id}`)
      const { signingSecret: _, ...read } = byApp
      assert.deepStrictEqual(yield* ok(owner.get(`/v1/webhooks/${byApp.id}`)), read)
      assert.deepStrictEqual(
        (yield* ok(owner.get("/v1/webhooks"))).data.map((one: any) => one.maker.name),
        ["First key", "Claude"]
      )
    })
  )

  it.effect("of a note is shown: an agent's note differs from its person's", () =>
    Effect.gen(function* () {
      const { agent, app, board, browser, owner, user } = yield* site
      const deal = yield* created(owner.post("/v1/deals", { boardId: board.id, name: "A" }))
      const note = yield* created(agent.post(`/v1/deals/${deal.id}/notes`, { contentText: "By an agent" }))
      const who = { userId: user.id, userName: "Owner" }
      assert.deepStrictEqual(note.actor, { type: "oauth", id: app.clientId, name: "Claude", ...who })
      yield* Effect.promise(() =>
        submit(browser, `/deals/${deal.id}`, `/deals/${deal.id}/notes`, { contentText: "By hand" })
      )
      const { data } = yield* ok(owner.get(`/v1/deals/${deal.id}/notes`))
      assert.deepStrictEqual(data[0].actor, { type: "user", id: user.id, name: null, ...who })
      assert.deepStrictEqual(data[1], note)
      const page = yield* Effect.promise(() => browser.open(`/deals/${deal.id}`))
      assert.match(page.text, /wrote\s+through the app “Claude”/u)
    })
  )

  it.effect("of a note older than the field is unknown, and of an old system event is found", () =>
    Effect.gen(function* () {
      const { apiKey, board, owner, user } = yield* site
      const deal = yield* created(owner.post("/v1/deals", { boardId: board.id, name: "A" }))
      yield* created(owner.post(`/v1/deals/${deal.id}/notes`, { contentText: "Old" }))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE notes SET actor_type = NULL, actor_id = NULL, actor_name = NULL WHERE deal_id = ${deal.id}`
      const { data } = yield* ok(owner.get(`/v1/deals/${deal.id}/activity`))
      const who = { userId: user.id, userName: "Owner" }
      assert.deepStrictEqual(
        data.map(({ actor }: any) => actor),
        [null, { type: "api_key", id: apiKey.id, name: null, ...who }]
      )
    })
  )
})

contract("a subscription whose maker is gone", (it) => {
  it.effect("ends with the app if the person says so, and no one else's does", () =>
    Effect.gen(function* () {
      const { agent, browser, owner, wanted } = yield* site
      yield* created(agent.post("/v1/webhooks", wanted(1)))
      const kept = yield* created(owner.post("/v1/webhooks", wanted(2)))
      yield* Effect.promise(async () => {
        const page = await browser.open("/settings/apps")
        assert.include(page.text, "Also delete the webhook subscription it created")
        const [action = ""] = page.forms.map((form) => form.action).filter((to) => to.endsWith("/revoke"))
        await browser.submit(page, {}, formTo(page, action))
      })
      const { data } = yield* ok(owner.get("/v1/webhooks"))
      assert.deepStrictEqual(
        data.map(({ id }: any) => id),
        [kept.id]
      )
    })
  )

  it.effect("continues, marked, if the person does not, for an app and for a key", () =>
    Effect.gen(function* () {
      const { agent, apiKey, browser, owner, wanted } = yield* site
      const byApp = yield* created(agent.post("/v1/webhooks", wanted(1)))
      const byKey = yield* created(owner.post("/v1/webhooks", wanted(2)))
      yield* Effect.promise(async () => {
        const page = await browser.open("/settings/apps")
        const [action = ""] = page.forms.map((form) => form.action).filter((to) => to.endsWith("/revoke"))
        await browser.submit(page, { endWebhooks: [] }, formTo(page, action))
      })
      const gone = (id: string) =>
        Effect.map(ok(owner.get(`/v1/webhooks/${id}`)), ({ maker }) => maker.isGone)
      assert.deepStrictEqual([yield* gone(byApp.id), yield* gone(byKey.id)], [true, false])
      yield* Effect.promise(async () => {
        await submit(browser, "/settings/keys", `/settings/keys/${apiKey.id}/revoke`)
        const list = await browser.open("/settings/webhooks")
        assert.strictEqual(list.text.split("creator left").length - 1, 2)
        assert.match(list.text, /Owner through the app “Claude”/u)
        assert.include(list.text, "It stays active until an admin deletes it.")
      })
    })
  )

  it.effect("is marked when the person leaves, and when a changed password ends the app's grant", () =>
    Effect.gen(function* () {
      const { agent, owner, user, wanted, workspace: mine } = yield* site
      const workspaceId = mine.id
      const other = yield* member(workspaceId, "admin")
      const byOther = yield* created(other.post("/v1/webhooks", wanted(1)))
      const byApp = yield* created(agent.post("/v1/webhooks", wanted(2)))
      yield* Effect.provideService((yield* Members).remove(other.id as UserId), Tenant, { workspaceId })
      yield* (yield* People).setPassword(user.id as UserId, "quite another horse battery")
      const gone = (id: string) =>
        Effect.map(ok(owner.get(`/v1/webhooks/${id}`)), ({ maker }) => maker.isGone)
      assert.deepStrictEqual([yield* gone(byOther.id), yield* gone(byApp.id)], [true, true])
    })
  )
})

contract("a plan", (it) => {
  /** A busy service sheds some of so many (503): those are sent again. */
  const atOnce = (count: number, call: (n: number) => Effect.Effect<Answer>) =>
    Effect.forEach(
      Array.from({ length: count }, (_, n) => n),
      (n) => Effect.repeat(call(n), { until: ({ status }) => status !== 503 }),
      { concurrency: "unbounded" }
    )

  it.effect("limits the subscriptions of a board, in a race too, and a deletion makes room", () =>
    Effect.gen(function* () {
      const { board, delete: remove, post } = yield* workspace("free")
      const make = (n: number) => post("/v1/webhooks", { boardId: board.id, url: hook(n), events })
      const answers = yield* atOnce(15, make)
      const made = answers.filter(({ status }) => status === 201)
      assert.strictEqual(made.length, 10)
      const error = yield* refused(make(99), 403, "plan_limit_exceeded")
      assert.deepStrictEqual(error.meta, { limit: "webhooks" })
      yield* ok(remove(`/v1/webhooks/${made[0]!.body.id}`))
      yield* created(make(99))
    })
  )

  it.effect("limits how many deliveries one event of a board sends to one URL", () =>
    Effect.gen(function* () {
      const { board, post } = yield* workspace()
      const make = (n: number) => post("/v1/webhooks", { boardId: board.id, url: hook(n), events })
      const answers = yield* atOnce(35, () => make(1))
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 30)
      yield* refused(make(1), 403, "plan_limit_exceeded")
      yield* created(make(2))
      const second = yield* created(post("/v1/boards", { name: "Second" }))
      yield* created(post("/v1/webhooks", { boardId: second.id, url: hook(1), events }))
    })
  )

  it.effect("limits the templates of a workspace, in a race too", () =>
    Effect.gen(function* () {
      const { get, post } = yield* workspace("free")
      const starters = (yield* ok(get("/v1/templates"))).data.length
      const make = (n: number) => post("/v1/templates", { name: `T${n}`, subject: "S", body: "B" })
      const answers = yield* atOnce(50, make)
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 50 - starters)
      const error = yield* refused(make(99), 403, "plan_limit_exceeded")
      assert.deepStrictEqual(error.meta, { limit: "templates" })
    })
  )
})

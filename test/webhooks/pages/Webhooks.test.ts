import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "../../support/pages/FormBrowser.ts"
import { eventually, makeReceiver } from "../../support/fakes/Receiver.ts"
import { sendAnyway } from "../../support/pages/Acting.ts"
import { leadsTo } from "../../support/pages/SettingsPages.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { verify } from "../../support/fakes/Subscriber.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/webhooks"
const hostile = `"><script>window.owned = 1</script><img src=x onerror="window.owned = 2">`

const secretIn = ({ text }: Page) => /whsec_[A-Za-z0-9+/]{43}=/u.exec(text)?.[0] ?? ""

const idIn = ({ text }: Page) => new RegExp(`href="${path}/([0-9a-f-]{36})"`, "u").exec(text)?.[1] ?? ""

const furnished = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const { board, browser, send } = owner
  const subscribe = async (url: string, changes: object = {}) =>
    browser.submitTo(await browser.open(`${path}/new?board=${board.id}`), path, {
      url,
      events: ["deal.created"],
      ...changes
    })
  const read = async (id: string) => (await send("GET", `/v1/webhooks/${id}`)).body
  const stages: ReadonlyArray<{ id: string; name: string }> = (yield* Effect.promise(() =>
    send("GET", `/v1/boards/${board.id}/stages`)
  )).body
  const stage = (name: string) => stages.find((one) => one.name === name)!.id
  return { ...owner, subscribe, read, stage }
})

/** The next automatic retry is hours away. */
const settings = { OUTBOUND_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SCALE: "1000" }

layer(TestService.layer(settings), { excludeTestServices: true })("the pages of webhooks", (it) => {
  it.effect("subscribe, show the secret only in that response, and list the subscription's state", () =>
    Effect.gen(function* () {
      const { browser, read, stage, subscribe } = yield* furnished()
      yield* Effect.promise(async () => {
        assert.include((await browser.open(path)).text, "No subscriptions yet.")
        const made = await subscribe("https://192.0.43.8/a-path-of-hooks", {
          label: hostile.slice(0, 80),
          events: ["deal.stage_changed", "deal.won"],
          stageFilter: [stage("Won"), stage("Verbal")]
        })
        assert.strictEqual(made.status, 200)
        assert.match(secretIn(made), /^whsec_/u)
        const id = idIn(made)
        assert.deepInclude(await read(id), {
          label: hostile.slice(0, 80),
          events: ["deal.stage_changed", "deal.won"],
          stageFilter: [stage("Won"), stage("Verbal")]
        })
        for (const page of [await browser.open(path), await browser.open(`${path}/${id}`)]) {
          assert.strictEqual(secretIn(page), "")
          assert.notInclude(page.text, "a-path")
          assert.notInclude(page.text, "<script>window")
          assert.include(page.text, "ends in <code>ooks</code>")
          assert.include(page.text, "deal.stage_changed, deal.won")
          assert.include(page.text, "Won, Verbal")
        }
      })
    })
  )

  it.effect("refuse an invalid subscription, and keep what was typed", () =>
    Effect.gen(function* () {
      const { browser, send, subscribe } = yield* furnished()
      yield* Effect.promise(async () => {
        for (const [url, changes] of [
          ["http://192.0.43.8/plain", {}],
          ["https://10.0.0.1/inside", {}],
          [hostile, {}],
          ["https://192.0.43.8/hooks", { events: [] }],
          ["https://192.0.43.8/hooks", { events: ["deal.lost"] }],
          ["https://192.0.43.8/hooks", { stageFilter: ["stg_0000000000000000"] }]
        ] as const) {
          const refused = await subscribe(url, { label: "Kept", ...changes })
          assert.strictEqual(refused.status, 400, url)
          assert.include(refused.text, 'value="Kept"')
          assert.match(refused.text, /role="alert"|aria-invalid="true"/u)
          assert.notInclude(refused.text, "<script>window")
        }
        assert.deepStrictEqual((await send("GET", "/v1/webhooks")).body.data, [])
        const none = await subscribe("https://192.0.43.8/hooks", { events: [] })
        assert.include(none.text, "Select at least one.")
        assert.include((await browser.open(`${path}/new?board=none`)).text, "Events of Sales")
      })
    })
  )

  it.effect("change label, events, stages and whether it is on", () =>
    Effect.gen(function* () {
      const { browser, read, stage, subscribe } = yield* furnished()
      yield* Effect.promise(async () => {
        const id = idIn(await subscribe("https://192.0.43.8/hooks", { label: "Old" }))
        const at = `${path}/${id}`
        const page = await browser.open(at)
        const saved = await browser.submitTo(page, at, {
          label: " ",
          events: ["lead.created"],
          stageFilter: [stage("Won")],
          active: []
        })
        assert.include(saved.text, "Subscription saved.")
        assert.include(saved.text, "switched off")
        assert.deepInclude(await read(id), {
          label: null,
          events: ["lead.created"],
          stageFilter: [stage("Won")],
          active: false
        })
        const refused = await browser.submitTo(saved, at, { label: "New", events: [], active: "yes" })
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, 'value="New"')
        assert.deepInclude(await read(id), { label: null, active: false })
      })
    })
  )

  it.effect("rotate the secret, shown once, and delete after a confirmation", () =>
    Effect.gen(function* () {
      const { browser, send, subscribe } = yield* furnished()
      yield* Effect.promise(async () => {
        const made = await subscribe("https://192.0.43.8/hooks")
        const at = `${path}/${idIn(made)}`
        const page = await browser.open(at)
        const rotated = await browser.submitTo(page, `${at}/rotate`)
        assert.match(secretIn(rotated), /^whsec_/u)
        assert.notStrictEqual(secretIn(rotated), secretIn(made))
        assert.include(rotated.text, "within 24 hours")
        const twice = await browser.submitTo(page, `${at}/rotate`)
        assert.strictEqual(secretIn(twice), secretIn(rotated))
        assert.include(page.text, "<details")
        const gone = await browser.submitTo(page, `${at}/delete`)
        assert.include(gone.text, "Subscription deleted.")
        assert.deepStrictEqual((await send("GET", "/v1/webhooks")).body.data, [])
        assert.strictEqual((await browser.open(at)).status, 404)
      })
    })
  )

  it.effect("give a chat tool no secret, and none to rotate", () =>
    Effect.gen(function* () {
      const { browser, subscribe } = yield* furnished()
      yield* Effect.promise(async () => {
        const made = await subscribe("https://hooks.slack.com/services/T0/B0/abcd")
        assert.strictEqual(secretIn(made), "")
        assert.include(made.text, "are not signed")
        const page = await browser.open(`${path}/${idIn(made)}`)
        assert.include(page.text, "Slack")
        assert.isFalse(leadsTo(page, `${path}/${idIn(made)}/rotate`))
      })
    })
  )

  it.effect("log a real delivery with its request and response, and send it again", () =>
    Effect.gen(function* () {
      const { board, browser, send, subscribe } = yield* furnished()
      const receiver = yield* makeReceiver((_received, response, count) => {
        response.writeHead(count === 0 ? 400 : 200).end(`${hostile} ${"x".repeat(2_000)}`)
      })
      const made = yield* Effect.promise(() => subscribe(receiver.url))
      const at = `${path}/${idIn(made)}`
      const deal = { boardId: board.id, name: hostile }
      yield* Effect.promise(() => send("POST", "/v1/deals", deal))
      yield* eventually(() => receiver.received[0])
      verify(secretIn(made), receiver.received[0]!)
      const tried = yield* eventually(async () => {
        const page = await browser.open(at)
        return page.text.includes("<td>400 <") ? page : undefined
      })
      const view = new RegExp(`href="(${at}/deliveries/[0-9a-f-]{36})"`, "u").exec(tried.text)?.[1] ?? ""
      const page = yield* Effect.promise(() => browser.open(view))
      assert.strictEqual(page.status, 200)
      const headers = receiver.received[0]!.headers
      assert.include(page.text, `webhook-id: ${String(headers["webhook-id"])}`)
      assert.include(page.text, `webhook-timestamp: ${String(headers["webhook-timestamp"])}`)
      assert.notInclude(page.text, "whsec_")
      assert.include(page.text, "&quot;event&quot;: &quot;deal.created&quot;")
      assert.include(page.text, "The receiver answered 400.")
      assert.include(page.text, "&lt;img src=x onerror=")
      assert.notInclude(page.text, "<script>window")
      assert.notInclude(page.text, "x".repeat(1_025))
      const again = yield* Effect.promise(() => browser.submitTo(page, `${view}/resend`))
      assert.include(again.text, "Resending.")
      yield* eventually(() => receiver.received[1])
      assert.deepStrictEqual(receiver.received[1]!.body, receiver.received[0]!.body)
      const delivered = yield* eventually(async () => {
        const { text } = await browser.open(view)
        return text.includes(">delivered<") ? text : undefined
      })
      assert.include(delivered, "<strong>200</strong>")
    })
  )

  it.effect("cut a long payload, and say where the rest is", () =>
    Effect.gen(function* () {
      const { board, browser, send, subscribe } = yield* furnished()
      const receiver = yield* makeReceiver()
      yield* Effect.promise(async () => {
        const id = idIn(await subscribe(receiver.url, { events: ["lead.created"] }))
        const lead = { boardId: board.id, firstName: "Mia", message: '"'.repeat(19_000) }
        assert.strictEqual((await send("POST", "/v1/leads", lead)).status, 201)
        const { data } = (await send("GET", `/v1/webhooks/${id}/deliveries`)).body
        const address = `/v1/webhooks/${id}/deliveries/${data[0].id}`
        const page = await browser.open(`${path}/${id}/deliveries/${data[0].id}`)
        assert.include(page.text, `<code>GET ${address}</code>`)
        assert.isBelow(page.text.length, 90_000)
        assert.isAbove((await send("GET", address)).body.body.length, 38_000)
      })
    })
  )

  it.effect("send a test event, even while it is switched off", () =>
    Effect.gen(function* () {
      const { browser, send, subscribe } = yield* furnished()
      const receiver = yield* makeReceiver()
      const made = yield* Effect.promise(() => subscribe(receiver.url))
      const at = `${path}/${idIn(made)}`
      yield* Effect.promise(() => send("PATCH", `/v1/webhooks/${idIn(made)}`, { active: false }))
      const sent = yield* Effect.promise(async () => browser.submitTo(await browser.open(at), `${at}/test`))
      assert.include(sent.text, "Sending a test event")
      assert.include(sent.text, "webhook.test")
      verify(secretIn(made), yield* eventually(() => receiver.received[0]))
    })
  )

  it.effect("list more on the next page, and stay small", () =>
    Effect.gen(function* () {
      const { board, browser, send, subscribe } = yield* furnished()
      yield* Effect.promise(async () => {
        const first = idIn(await subscribe("https://192.0.43.8/hooks"))
        const another = { boardId: board.id, events: ["deal.won"], label: '"'.repeat(80) }
        for (let count = 0; count < 50; count++) {
          await send("POST", "/v1/webhooks", { ...another, url: `https://192.0.43.8/${count}/hooks` })
        }
        const page = await browser.open(path)
        assert.notInclude(page.text, first)
        assert.isBelow(page.text.length, 85_000)
        const older = /href="([^"]*\?cursor=[^"]+)"/u.exec(page.text)?.[1] ?? ""
        assert.include((await browser.open(older)).text, first)
      })
    })
  )

  it.effect("page through the log", () =>
    Effect.gen(function* () {
      const { browser, send, subscribe } = yield* furnished()
      const receiver = yield* makeReceiver()
      yield* Effect.promise(async () => {
        const id = idIn(await subscribe(receiver.url))
        for (let count = 0; count < 27; count++) await send("POST", `/v1/webhooks/${id}/test`)
        const first = await browser.open(`${path}/${id}`)
        const linksIn = ({ text }: Page) => [...text.matchAll(/\/deliveries\/([0-9a-f-]{36})"/gu)]
        assert.strictEqual(linksIn(first).length, 25)
        assert.notInclude(first.text, "Newest deliveries")
        const older = /href="([^"]*\?cursor=[^"]+)"/u.exec(first.text)?.[1] ?? ""
        const second = await browser.open(older)
        assert.strictEqual(linksIn(second).length, 2)
        assert.include(second.text, "Newest deliveries")
        assert.strictEqual((await browser.open(`${path}/${id}?cursor=made-up`)).status, 400)
      })
    })
  )

  it.effect("let members and viewers look, but not change anything", () =>
    Effect.gen(function* () {
      const { browser: admin, read, send, subscribe, workspace } = yield* furnished()
      const service = yield* TestService
      const id = idIn(yield* Effect.promise(() => subscribe("https://192.0.43.8/hooks")))
      const at = `${path}/${id}`
      const sent = (yield* Effect.promise(() => send("POST", `/v1/webhooks/${id}/test`))).body.id
      const view = `${at}/deliveries/${sent}`
      assert.isTrue(leadsTo(yield* Effect.promise(() => admin.open(view)), path))
      for (const role of ["member", "viewer"] as const) {
        const person = yield* service.member(workspace.id, role)
        const browser = yield* SignedIn.browserOf(person.id)
        yield* Effect.promise(async () => {
          for (const address of [path, at, view]) {
            const page = await browser.open(address)
            assert.strictEqual(page.status, 200, `${role} ${address}`)
            assert.isFalse(leadsTo(page, path), `${role} ${address}`)
          }
          assert.strictEqual((await browser.open(`${path}/new`)).status, 403)
          const before = await read(id)
          const actions = [path, at, `${at}/test`, `${at}/rotate`, `${at}/delete`, `${view}/resend`]
          for (const action of actions) {
            const { status, text } = await sendAnyway(browser, action, { url: "https://192.0.43.8/x" })
            assert.strictEqual(status, 403, `${role} ${action}`)
            assert.strictEqual(secretIn({ text } as Page), "")
          }
          const after = await read(id)
          assert.deepStrictEqual({ ...after, lastError: null }, { ...before, lastError: null })
          const log = (await send("GET", `/v1/webhooks/${id}/deliveries`)).body.data
          assert.strictEqual(log.length, 1)
        })
      }
    })
  )

  it.effect("show nothing of another workspace's subscriptions", () =>
    Effect.gen(function* () {
      const [mine, other] = [yield* furnished(), yield* furnished()]
      yield* Effect.promise(async () => {
        const id = idIn(await other.subscribe("https://192.0.43.8/hooks"))
        const sent = (await other.send("POST", `/v1/webhooks/${id}/test`)).body.id
        const view = `${path}/${id}/deliveries/${sent}`
        assert.strictEqual((await other.browser.open(view)).status, 200)
        for (const address of [`${path}/${id}`, view, `${path}/none`, `${path}/${id}/deliveries/none`]) {
          assert.strictEqual((await mine.browser.open(address)).status, 404, address)
        }
        assert.strictEqual((await sendAnyway(mine.browser, `${path}/${id}/delete`)).status, 404)
        assert.strictEqual((await sendAnyway(mine.browser, `${view}/resend`)).status, 404)
        assert.strictEqual((await other.read(id)).id, id)
      })
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Forms } from "../../../layers/intake/Forms.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { Page } from "../../support/pages/FormBrowser.ts"
import * as LeadSamples from "../../support/samples/LeadSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const names = (page: Page) =>
  [...page.text.matchAll(/<a\s+id="open-[^>]*>([^<]*)</gu)].map(([, name]) => name!.trim())

/** The index of the form with this target. */
const formTo = (page: Page, action: string) => page.forms.findIndex((form) => form.action === action)

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const create = async (fields: object, patch?: object) => {
    const { body } = await owner.send("POST", "/v1/leads", fields)
    if (patch !== undefined) await owner.send("PATCH", `/v1/leads/${body.id}`, patch)
    return body.id as string
  }
  const lead = async (id: string) => (await owner.send("GET", `/v1/leads/${id}`)).body
  return { ...owner, create, lead }
})

const viewer = Effect.fnUntraced(function* (workspaceId: Parameters<TestService["Service"]["member"]>[0]) {
  const member = yield* (yield* TestService).member(workspaceId, "viewer")
  return yield* SignedIn.browserOf(member.id)
})

layer(TestService.layer(), { excludeTestServices: true })("the inbox without scripts", (it) => {
  it.effect("shows each lead's message, score and age", () =>
    Effect.gen(function* () {
      const { browser, create } = yield* start
      yield* Effect.promise(async () => {
        await create(
          {
            firstName: "Mia",
            lastName: "Chen",
            companyName: "Acme & Sons",
            message: "\n  One  line\nand another"
          },
          { enrichment: { status: "complete", score: 86.4, verdict: "Strong fit" } }
        )
        await create({ workEmail: "ops@b.example", source: "email" }, { enrichment: { status: "queued" } })
        await create({ companyName: "C GmbH" }, { enrichment: { status: "in_progress", score: 30 } })
        await create({ message: "Nobody" })
        const page = await browser.open("/leads")
        assert.strictEqual(page.status, 200)
        assert.deepStrictEqual(names(page), ["Unnamed lead", "C GmbH", "ops@b.example", "Mia Chen"])
        assert.include(page.text, '<span class="company">Acme &amp; Sons</span>')
        assert.include(page.text, '<p class="line">One line</p>')
        assert.notInclude(page.text, "and another")
        assert.include(page.text, "<strong>Strong fit</strong>")
        assert.match(page.text, /class="score high"\s*>.*Score <\/span>86<span/u)
        assert.match(page.text, /class="score low"\s*>.*Score <\/span>30<span[\s\S]*?Being scored/u)
        assert.include(page.text, "Waiting to be scored")
        assert.include(page.text, "Not scored")
        assert.match(page.text, /<time datetime="20[^"]+Z" data-as="ago"\s+title="[^"]+ UTC">now<\/time>/u)
      })
    })
  )

  it.effect("shows suspects separately, says why, and accepts them", () =>
    Effect.gen(function* () {
      const { board, browser, send, workspace } = yield* start
      const forms = yield* Forms
      const form = yield* Effect.provideService(forms.ofBoard(board.id), Tenant, {
        workspaceId: workspace.id
      })
      const service = yield* TestService
      yield* Effect.promise(async () => {
        const sent = { firstName: "Quick", contact_me_by_fax: "1" }
        await service.send("POST", `/f/${form.token}`, sent)
        for (const query of ["", "?status=all", "?status=new", "?status=all&q=quick"])
          assert.deepStrictEqual(names(await browser.open(`/leads${query}`)), [], query)
        const inbox = await browser.open("/leads?status=suspect")
        assert.deepStrictEqual(names(inbox), ["Quick"])
        assert.include(inbox.text, '<span class="status suspect">Suspect</span>')
        assert.include(inbox.text, 'aria-label="Not suspect: Quick"')
        assert.match(inbox.text, /Suspect <span class="count">1<\/span>/u)
        assert.match((await browser.open("/leads")).text, /Suspect <span class="count">1<\/span>/u)
        const { text } = await browser.open("/leads?view=suspect")
        const same = (page: string) => page.replaceAll(/name="once" value="[^"]*"/gu, "")
        assert.strictEqual(same(text.replace("/leads?view=", "/leads?status=")), same(inbox.text))
        const { body } = await send("GET", "/v1/leads?view=suspect")
        const [{ id }] = body.data
        const page = await browser.open(`/leads/${id}`)
        assert.include(page.text, "a hidden field of the form was filled in")
        await browser.submitTo(page, `/leads/${id}/triage`, { status: "new" })
        assert.deepStrictEqual(names(await browser.open("/leads")), ["Quick"])
        assert.deepStrictEqual(names(await browser.open("/leads?status=suspect")), [])
        const cleared = await browser.open(`/leads/${id}`)
        assert.notInclude(cleared.text, "Not suspect")
      })
    })
  )

  it.effect("shows leads to work on, others if asked, and searches and sorts them", () =>
    Effect.gen(function* () {
      const { board, browser, create, send } = yield* start
      yield* Effect.promise(async () => {
        const states = ["contacted", "junk", "bad_fit", "stale"]
        await create({ firstName: "new" }, { enrichment: { score: 10 } })
        for (const triageStatus of states) await create({ firstName: triageStatus }, { triageStatus })
        const shown = async (query: string) => names(await browser.open(`/leads${query}`))
        assert.deepStrictEqual(await shown(""), ["new"])
        assert.deepStrictEqual(await shown("?status=active"), ["contacted", "new"])
        assert.deepStrictEqual(await shown("?status=nonsense&board=nonsense"), ["new"])
        for (const state of ["new", ...states])
          assert.deepStrictEqual(await shown(`?status=${state}`), [state])
        assert.deepStrictEqual(await shown("?status=promoted"), [])
        assert.deepStrictEqual(await shown("?status=all"), [...states.toReversed(), "new"])
        assert.deepStrictEqual(await shown("?status=all&q=NTACTE"), ["contacted"])
        assert.deepStrictEqual(await shown("?status=active&sort=score"), ["new", "contacted"])
        const only = await browser.open("/leads")
        assert.notInclude(only.text, 'name="board"')
        const other = await send("POST", "/v1/boards", { name: "Other" })
        await create({ firstName: "elsewhere", boardId: other.body.id })
        assert.deepStrictEqual(await shown(`?status=active&board=${board.id}`), ["contacted", "new"])
        assert.deepStrictEqual(await shown(`?board=${other.body.id}`), ["elsewhere"])
        const page = await browser.open("/leads?status=all&q=x&sort=score")
        assert.match(page.text, /<form class="filters"[^>]* method="get" action="\/leads"/u)
        assert.include(page.text, `<input type="hidden" name="status" value="all" />`)
        assert.include(page.text, 'href="/leads?status=junk&amp;sort=score&amp;q=x"')
        assert.match(page.text, /<option value="score" selected>/u)
      })
    })
  )

  it.effect("has pages, within its filters", () =>
    Effect.gen(function* () {
      const owner = yield* start
      yield* LeadSamples.fill(owner, 27)
      yield* Effect.promise(async () => {
        const next = (page: Page) =>
          /href="([^"]+)"\s*>Next page/u.exec(page.text)?.[1]?.replaceAll("&amp;", "&")
        const first = await owner.browser.open("/leads?status=new")
        assert.lengthOf(names(first), 25)
        const second = await owner.browser.open(next(first)!)
        assert.lengthOf(names(second), 2)
        assert.isUndefined(next(second))
        assert.include(second.text, `href="/leads">First page`)
        assert.strictEqual((await owner.browser.open("/leads?cursor=forged")).status, 400)
      })
    })
  )

  it.effect("is worked through with forms, and stays where it was", () =>
    Effect.gen(function* () {
      const { browser, create, lead } = yield* start
      yield* Effect.promise(async () => {
        const id = await create({ firstName: "Mia" })
        const inbox = await browser.open("/leads?status=active&sort=score")
        const at = formTo(inbox, `/leads/${id}/triage`)
        const after = await browser.submit(inbox, { status: "contacted" }, at)
        assert.match(after.url, /\/leads\?status=active&sort=score$/u)
        assert.include(after.text, "Marked as contacted.")
        assert.strictEqual((await lead(id)).triageStatus, "contacted")
        const junked = await browser.submit(inbox, { status: "junk" }, at)
        assert.deepStrictEqual(names(junked), [])
        assert.include(junked.text, "No leads here")
        const page = await browser.open(`/leads/${id}`)
        assert.match(page.text, /Marked junk<\/dt>\s*<dd>\s*<time[^>]*>[^<]+UTC<\/time> by Owner/u)
        assert.strictEqual(formTo(page, `/leads/${id}/triage`), -1)
        const refused = await browser.submit(inbox, { status: "stale" }, at)
        assert.strictEqual(refused.status, 400)
        assert.include(refused.text, "A lead that is junk cannot become stale")
        assert.include(refused.text, "<h1>Mia</h1>")
        const away = await browser.submit(inbox, { status: "junk", back: "https://evil.example/" }, at)
        assert.match(away.url, new RegExp(`/leads/${id}$`, "u"))
      })
    })
  )

  it.effect("is read-only for viewers", () =>
    Effect.gen(function* () {
      const { browser, create, lead, workspace } = yield* start
      const other = yield* viewer(workspace.id)
      yield* Effect.promise(async () => {
        const id = await create({ firstName: "Mia" })
        const inbox = await other.open("/leads")
        assert.deepStrictEqual(names(inbox), ["Mia"])
        assert.notInclude(inbox.text, "/triage")
        assert.notInclude(inbox.text, "<kbd>x</kbd>")
        const page = await other.open(`/leads/${id}`)
        assert.notInclude(page.text, "/triage")
        assert.notInclude(page.text, "promote")
        const { csrf } = Object.fromEntries(inbox.forms[0]!.inputs.map(({ name, value }) => [name, value]))
        for (const target of ["triage", "promote"]) {
          const body = new URLSearchParams({ csrf: csrf!, status: "junk" }).toString()
          const refused = await other.send(`/leads/${id}/${target}`, { body })
          assert.strictEqual(refused.status, 403)
          assert.include(refused.text, "leads:write", refused.text.slice(-600))
        }
        assert.strictEqual((await lead(id)).triageStatus, "new")
        assert.include((await browser.open("/leads")).text, "/triage")
      })
    })
  )

  it.effect("shows nothing of another workspace", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* start, yield* start]
      yield* Effect.promise(async () => {
        const id = await theirs.create({ firstName: "Theirs" })
        assert.notInclude((await mine.browser.open("/leads?status=all")).text, "Theirs")
        for (const path of [id, "nonsense", "00000000-0000-0000-0000-000000000000"]) {
          assert.strictEqual((await mine.browser.open(`/leads/${path}`)).status, 404)
        }
        await mine.create({ firstName: "Mine" })
        const inbox = await mine.browser.open("/leads")
        const own = inbox.forms.at(-1)!
        const body = new URLSearchParams(
          own.inputs.map(({ name, value }) => [name, value] as [string, string])
        )
        body.set("status", "junk")
        const refused = await mine.browser.send(`/leads/${id}/triage`, { body: body.toString() })
        assert.strictEqual(refused.status, 404)
        assert.strictEqual((await theirs.lead(id)).triageStatus, "new")
      })
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** A workspace with a deal, and a signed-in browser. */
const looking = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const [, id = ""] = yield* fill(owner, 2)
  const read = () => owner.send("GET", `/v1/deals/${id}`).then(({ body }) => body)
  return { ...owner, id, path: `/deals/${id}`, read }
})

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ")

const feedOf = (html: string) => wordsOf(html.slice(html.indexOf('<ol class="feed">')))

layer(TestService.layer(), { excludeTestServices: true })("a deal, without scripts", (it) => {
  it.effect("shows its details, and how to reach the contact", () =>
    Effect.gen(function* () {
      const { base, board, browser, id, path, send } = yield* looking()
      const theirs = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        await send("PATCH", path.replace("/deals", "/v1/deals"), {
          amountCents: 180_050,
          keyTerms: "Net 30\nNo exit",
          primaryContactTitle: "COO",
          primaryContactPhone: "+31 (0)20 123",
          primaryContactLinkedin: "https://www.linkedin.com/in/sanne"
        })
        const { text } = await browser.open(path)
        for (const said of ["Velo Courier", "$1,800.50", "Sanne de Wit", "COO", "trial", "Net 30\nNo exit"]) {
          assert.include(text, said)
        }
        assert.include(text, `href="/boards/${board.id}"`)
        assert.include(text, 'href="mailto:sanne@customer.example"')
        assert.include(text, 'href="tel:+31020123"')
        const more = { primaryContactEmail: "sanne@customer.example?bcc=all@evil.example&body=Hi" }
        await send("PATCH", path.replace("/deals", "/v1/deals"), more)
        const address = /href="(mailto:[^"]*)"/u.exec((await browser.open(path)).text)?.[1] ?? ""
        assert.match(address, /^mailto:sanne(@|%40)customer\.example%3Fbcc%3D/u)
        assert.include(text, 'href="https://www.linkedin.com/in/sanne"')
        assert.match(
          text,
          /<time datetime="[\d-]+T[\d:.]+Z" data-as="minute"\s*>\d+ \w+ \d{4}, \d\d:\d\d UTC<\/time>/u
        )
        assert.strictEqual((await theirs.browser.open(`${base}/deals/${id}`)).status, 404)
        assert.strictEqual((await browser.open("/deals/nonsense")).status, 404)
      })
    })
  )

  it.effect("can be moved, and its feed says what happened, who did it and how", () =>
    Effect.gen(function* () {
      const owner = yield* looking()
      const { browser, path, send } = owner
      const stages = yield* stagesOf(owner)
      yield* Effect.promise(async () => {
        const moved = await browser.submitTo(await browser.open(path), `${path}/move`, {
          toStageId: stages[5]!.id
        })
        assert.include(moved.text, "The deal is in Won.")
        assert.include(feedOf(moved.text), "Owner moved the deal from New to Won")
        assert.include(feedOf(moved.text), "Owner won the deal")
        await send("POST", `/v1${path}/move`, { toStageId: stages[1]!.id })
        await send("PATCH", `/v1${path}`, { amountCents: null })
        const feed = feedOf((await browser.open(path)).text)
        assert.include(feed, "Owner moved the deal from Won to Qualified, with the API key “First key”")
        assert.include(feed, "Owner reopened the deal, with the API key “First key”")
        assert.include(feed, "Owner cleared the amount, with the API key “First key”")
        assert.include(feed, "Owner created the deal in New, with the API key “First key”")
        assert.isBelow(feed.indexOf("cleared the amount"), feed.indexOf("created the deal"))
        const wrong = await browser.submitTo(await browser.open(path), `${path}/move`, {
          toStageId: "stg_nothing"
        })
        assert.strictEqual(wrong.status, 400)
        assert.include(wrong.text, "Choose a stage of the deal’s board.")
      })
    })
  )

  it.effect("says that its stage was edited without a move, until it is moved", () =>
    Effect.gen(function* () {
      const { browser, path, read, send } = yield* looking()
      yield* Effect.promise(async () => {
        const stages = (await send("GET", `/v1/boards/${(await read()).boardId}/stages`)).body
        const stage = (region: string) => stages.find((one: any) => one.region === region).id
        assert.notInclude((await browser.open(path)).text, "set without a move")
        await send("PATCH", `/v1${path}`, { stageId: stage("won") })
        const told = await browser.open(path)
        assert.include(told.text, "The stage was set without a move")
        assert.include(told.text, "wonAt is null, so no month counts it as won")
        await send("POST", `/v1${path}/move`, { toStageId: stage("late") })
        await send("POST", `/v1${path}/move`, { toStageId: stage("won") })
        assert.notInclude((await browser.open(path)).text, "set without a move")
      })
    })
  )

  it.effect("can be edited, each field exactly as typed", () =>
    Effect.gen(function* () {
      const { browser, path, read, workspace } = yield* looking()
      const colleague = yield* (yield* TestService).member(workspace.id, "member")
      yield* Effect.promise(async () => {
        const edit = await browser.open(`${path}/edit`)
        const saved = await browser.submitTo(edit, `${path}/edit`, {
          name: "Route planning",
          company: "",
          amountCents: "12345.6",
          ownerId: colleague.id,
          labels: "trial\r\nhot, really\r\n\r\n",
          primaryContactTitle: "COO",
          keyTerms: "Net 30\r\n\r\nNo exit"
        })
        assert.include(saved.text, "Deal saved.")
        const deal = await read()
        assert.deepInclude(deal, {
          name: "Route planning",
          company: null,
          amountCents: 1_234_560,
          ownerId: colleague.id,
          labels: ["trial", "hot, really"],
          keyTerms: "Net 30\n\nNo exit"
        })
        assert.deepInclude(deal.primaryContact, { title: "COO", name: "Sanne de Wit" })
        const wrong = await browser.submitTo(await browser.open(`${path}/edit`), `${path}/edit`, {
          name: "Typed",
          amountCents: "1.234"
        })
        assert.strictEqual(wrong.status, 400)
        assert.include(wrong.text, "Amount is ambiguous")
        const better = await browser.submitTo(wrong, `${path}/edit`, { amountCents: "1234.50" })
        assert.include(better.text, "Deal saved.")
        assert.deepInclude(await read(), { name: "Typed", amountCents: 123_450 })
      })
    })
  )

  it.effect("keeps other people's changes made while a form was open", () =>
    Effect.gen(function* () {
      const { browser, path, read, send } = yield* looking()
      yield* Effect.promise(async () => {
        const edit = await browser.open(`${path}/edit`)
        const theirs = { company: "Velo Group", labels: ["a\nb"], keyTerms: "theirs" }
        await send("PATCH", `/v1${path}`, theirs)
        await browser.submitTo(edit, `${path}/edit`, { amountCents: "5" })
        assert.deepInclude(await read(), { ...theirs, amountCents: 500 })
        const again = await browser.open(`${path}/edit`)
        await browser.submitTo(again, `${path}/edit`, { company: "" })
        assert.deepInclude(await read(), { ...theirs, company: null })
      })
    })
  )

  it.effect("takes a note of the longest allowed text in any script, and refuses what the API refuses", () =>
    Effect.gen(function* () {
      const { browser, path, send } = yield* looking()
      yield* Effect.promise(async () => {
        const text = "語".repeat(20_000)
        const added = await browser.submitTo(await browser.open(path), `${path}/notes`, { contentText: text })
        assert.include(added.text, "Note added.")
        assert.strictEqual((await send("GET", `/v1${path}/notes`)).body.data[0].contentText, text)
        const huge = { contentText: "x".repeat(1_048_576) }
        const refused = await browser.submitTo(await browser.open(path), `${path}/notes`, huge)
        assert.strictEqual(refused.status, 413)
        assert.include(refused.text, "Too much data")
      })
    })
  )

  it.effect("takes notes, which authors and admins can change and delete", () =>
    Effect.gen(function* () {
      const { browser, id, path, send, workspace } = yield* looking()
      const colleague = yield* (yield* TestService).member(workspace.id, "member")
      const theirs = yield* SignedIn.browserOf(colleague.id)
      yield* Effect.promise(async () => {
        const notes = async () => (await send("GET", `/v1${path}/notes`)).body.data
        const empty = await browser.submitTo(await browser.open(path), `${path}/notes`, {
          contentText: " \r\n"
        })
        assert.strictEqual(empty.status, 400)
        const added = await browser.submitTo(empty, `${path}/notes`, { contentText: "One\r\ntwo" })
        assert.include(added.text, "Note added.")
        const [note] = await notes()
        assert.deepInclude(note, { contentText: "One\ntwo", dealId: id })

        const theirPage = await theirs.open(`${path}?edit=${note.id}`)
        assert.include(theirPage.text, "One\ntwo")
        assert.notInclude(theirPage.text, `${path}/notes/${note.id}`)
        const csrf = theirPage.forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
        const force = (action: string) =>
          theirs.send(action, { body: new URLSearchParams({ csrf, contentText: "Mine" }).toString() })
        assert.strictEqual((await force(`${path}/notes/${note.id}`)).status, 403)
        assert.strictEqual((await force(`${path}/notes/${note.id}/delete`)).status, 403)

        const mine = await theirs.submitTo(theirPage, `${path}/notes`, { contentText: "Theirs" })
        assert.include(feedOf(mine.text), "member wrote")
        const [other] = await notes()
        const opened = await browser.open(`${path}?edit=${other.id}`)
        const edited = await browser.submitTo(opened, `${path}/notes/${other.id}`, {
          contentText: "Theirs, better"
        })
        assert.include(edited.text, "Note saved.")
        assert.include(edited.text, ", edited")
        const blank = await browser.submitTo(opened, `${path}/notes/${other.id}`, {
          contentText: "",
          once: ""
        })
        assert.strictEqual(blank.status, 400)
        assert.strictEqual((await notes())[0].contentText, "Theirs, better")
        const deletion = `${path}/notes/${note.id}/delete`
        const deleted = await browser.submitTo(await browser.open(path), deletion)
        assert.include(deleted.text, "Note deleted.")
        assert.lengthOf(await notes(), 1)
      })
    })
  )

  it.effect("pages through a long feed", () =>
    Effect.gen(function* () {
      const { base, browser, path, send } = yield* looking()
      yield* Effect.promise(async () => {
        for (let index = 0; index < 30; index++) {
          await send("POST", `/v1${path}/notes`, { contentText: `Note ${index}.` })
        }
        const first = await browser.open(path)
        assert.include(first.text, "Note 29.")
        assert.notInclude(first.text, "Note 4.")
        const [, earlier = ""] = /href="([^"]+)"[^>]*>\s*Earlier/u.exec(first.text) ?? []
        const second = await browser.open(base + earlier.replaceAll("&amp;", "&"))
        assert.include(second.text, "Note 4.")
        assert.include(second.text, "created the deal")
        assert.notInclude(second.text, "Note 5.")
      })
    })
  )

  it.effect("is deleted after a second confirmation, and restored from the next page", () =>
    Effect.gen(function* () {
      const { base, board, browser, id, path, send } = yield* looking()
      yield* Effect.promise(async () => {
        const edit = await browser.open(`${path}/edit`)
        assert.match(edit.text, /<details[\s\S]*Delete deal[\s\S]*<\/details>/u)
        const gone = await browser.submitTo(edit, `${path}/delete`)
        assert.strictEqual(gone.url, `${base}/boards/${board.id}?deleted=${id}`)
        assert.include(gone.text, "This deal was deleted.")
        assert.notInclude(gone.text, "Route planning trial")
        assert.strictEqual((await send("GET", `/v1${path}`)).status, 404)
        assert.strictEqual((await browser.open(path)).status, 404)
        const back = await browser.submitTo(gone, `${path}/restore`)
        assert.strictEqual(back.url, `${base}${path}`)
        assert.include(back.text, "Deal restored.")
        assert.include(back.text, "Route planning trial")
        // Restored meanwhile, so there is nothing to offer.
        assert.notInclude((await browser.open(gone.url)).text, "This deal was deleted.")
        await browser.submitTo(await browser.open(`${path}/edit`), `${path}/delete`)
        const foreign = { board: "//evil.example/" }
        const again = await browser.submitTo(edit, `${path}/delete`, { ...foreign, once: "" })
        assert.strictEqual(again.status, 404)
      })
    })
  )

  it.effect("shows a viewer no controls, and refuses their changes", () =>
    Effect.gen(function* () {
      const { path, read, send, workspace } = yield* looking()
      const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
      const browser = yield* SignedIn.browserOf(viewer.id)
      yield* Effect.promise(async () => {
        const note = (await send("POST", `/v1${path}/notes`, { contentText: "Kept." })).body
        const before = await read()
        const page = await browser.open(path)
        assert.include(page.text, "Kept.")
        assert.deepStrictEqual(
          page.forms.filter(({ hidden }) => !hidden).map(({ action }) => action),
          ["/sign-out"]
        )
        assert.notInclude(page.text, `${path}/edit`)
        assert.strictEqual((await browser.open(`${path}/edit`)).status, 403)
        const csrf = page.forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
        const body = new URLSearchParams({
          csrf,
          name: "Mine",
          contentText: "Mine",
          toStageId: before.stage.id
        }).toString()
        const actions = ["move", "edit", "notes", `notes/${note.id}`, `notes/${note.id}/delete`, "delete"]
        for (const action of actions) {
          assert.strictEqual((await browser.send(`${path}/${action}`, { body })).status, 403, action)
        }
        assert.deepStrictEqual(await read(), before)
        assert.lengthOf((await send("GET", `/v1${path}/notes`)).body.data, 1)
      })
    })
  )
})

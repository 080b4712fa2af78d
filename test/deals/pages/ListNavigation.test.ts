import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { FormBrowser, Page } from "../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const text = (url: string) => url.replaceAll("&amp;", "&")

/** The addresses of the deals that a list or a board shows, in its order. */
const shown = ({ text: page }: Page) =>
  [...page.matchAll(/href="(\/deals\/[0-9a-f-]{36}[^"]*)"/gu)].map(([, at]) => text(at!))

const turn = ({ text: page }: Page, rel: "next" | "prev") =>
  [...page.matchAll(/<a[^>]*rel="(\w+)"[^>]*href="([^"]+)"/gu)]
    .filter(([, one]) => one === rel)
    .map(([, , at]) => text(at!))[0]

const walk = async (browser: FormBrowser, from: string, rel: "next" | "prev") => {
  const passed: Array<string> = []
  for (let at: string | undefined = from; at !== undefined && passed.length < 30;) {
    passed.push(at)
    at = turn(await browser.open(at), rel)
  }
  return passed
}

/** Deals with and without amounts and times, some of them alike, in several stages. */
const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const { board, send } = owner
  const stages = (yield* Effect.promise(() => send("GET", `/v1/boards/${board.id}/stages`))).body as Array<{
    id: string
  }>
  const make = (n: number) =>
    send("POST", "/v1/deals", {
      boardId: board.id,
      name: `${["Éclair", "eclair", "Zebra", "apple"][n % 4]} ${n % 3}`,
      stageId: stages[[0, 0, 1, 3, 5][n % 5]!]!.id,
      amountCents: n % 3 === 0 ? null : (n % 4) * 100,
      labels: n % 2 === 0 ? ["hot"] : [],
      ...(n % 3 !== 1 && { nextStepAt: `2026-01-0${1 + (n % 4)}` })
    })
  yield* Effect.promise(async () => {
    for (let n = 0; n < 7; n++) await make(n)
    // Deals keep the currency they were made in.
    await send("PATCH", `/v1/boards/${board.id}`, { currency: "EUR" })
    for (let n = 7; n < 13; n++) await make(n)
  })
  return { ...owner, stages }
})

layer(TestService.layer(), { excludeTestServices: true })("the deals beside one", (it) => {
  for (const sort of [
    "-created",
    "created",
    "amount",
    "-amount",
    "nextStep",
    "-nextStep",
    "-quiet",
    "updated"
  ])
    for (const filter of ["status=all", "label=hot&status=all", "q=eclair", "overdue=yes"])
      it.effect(`follow the list by ${sort} with ${filter}`, () =>
        Effect.gen(function* () {
          const { browser } = yield* start
          yield* Effect.promise(async () => {
            const listed = shown(await browser.open(`/deals?${filter}&sort=${sort}`))
            assert.isAbove(listed.length, 3)
            assert.deepStrictEqual(await walk(browser, listed[0]!, "next"), listed)
            assert.deepStrictEqual(await walk(browser, listed.at(-1)!, "prev"), listed.toReversed())
          })
        })
      )

  for (const sort of ["latest", "oldest", "amount", "name", "nextStep"])
    for (const filter of ["", "&label=hot", "&q=eclair", "&owner=me&max=2"])
      it.effect(`follow the board by ${sort}${filter}`, () =>
        Effect.gen(function* () {
          const { board, browser } = yield* start
          yield* Effect.promise(async () => {
            const cards = shown(await browser.open(`/boards/${board.id}?sort=${sort}${filter}`))
            assert.isAbove(cards.length, 2)
            assert.deepStrictEqual(await walk(browser, cards[0]!, "next"), cards)
            assert.deepStrictEqual(await walk(browser, cards.at(-1)!, "prev"), cards.toReversed())
          })
        })
      )

  it.effect("stay those of the list through changes that take the deal out of it", () =>
    Effect.gen(function* () {
      const { browser, stages } = yield* start
      yield* Effect.promise(async () => {
        const from = "/deals?label=hot&status=open&sort=amount"
        const [, at = "", after] = shown(await browser.open(from))
        const id = at.slice(7, 43)
        const page = await browser.open(at)
        assert.match(page.text, /href="\/deals\?label=hot&amp;sort=amount"/u)
        const moved = await browser.submitTo(page, at.replace(id, `${id}/move`), { toStageId: stages[5]!.id })
        assert.strictEqual(moved.url, `${browser.base}${at}`)
        assert.strictEqual(turn(moved, "next"), after)
        const noted = await browser.submitTo(moved, at.replace(id, `${id}/notes`), { contentText: "Hello" })
        assert.include(noted.url, `${at}#note-`)
        const renamed = await browser.submitTo(noted, at.replace(id, `${id}/edit/name`), { name: "Other" })
        assert.strictEqual(renamed.url, `${browser.base}${at}`)
        const edit = await browser.open(at.replace(id, `${id}/edit`))
        const saved = await browser.submitTo(edit, at.replace(id, `${id}/edit`), { company: "Acme" })
        assert.strictEqual(saved.url, `${browser.base}${at}`)
        assert.strictEqual(turn(saved, "next"), after)
      })
    })
  )

  it.effect("are none where the list is a stranger's, and the page is shown still", () =>
    Effect.gen(function* () {
      const { board, browser } = yield* start
      const other = yield* start
      yield* Effect.promise(async () => {
        const [at = ""] = shown(await browser.open(`/boards/${board.id}`))
        const far = "closedFrom=2026-05-02&closedTo=2026-05-01"
        for (const list of [
          `board=${other.board.id}&stage=${other.stages[0]!.id}`,
          `board=${board.id}&stage=stg_gone`,
          `owner=${other.user.id}`,
          far,
          `q=${"a ".repeat(11)}`,
          "min=abc&sort=best",
          `saved=${other.board.id}`,
          "&&&=&\u0000%",
          "x".repeat(4_000)
        ])
          for (const name of ["list", "board"]) {
            const page = await browser.open(`${at}?${new URLSearchParams({ [name]: list })}`)
            assert.strictEqual(page.status, 200, `${name} ${list}`)
          }
        const none = await browser.open(`${at}?${new URLSearchParams({ list: "label=none" })}`)
        assert.deepStrictEqual([turn(none, "prev"), turn(none, "next")], [undefined, undefined])
      })
    })
  )
})

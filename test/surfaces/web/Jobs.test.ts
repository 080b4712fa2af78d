import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import type { BrowserContextOptions, Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import { byKeyboard, byMouse, type Cost, counting } from "../../support/pages/Jobs.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { jobs, quick } from "../../support/samples/Jobs.ts"
import { TestService } from "../../support/server/TestService.ts"

/** A workspace to do a job in, with a second board, 20 leads and a webhook; and its page in the browser. */
const ready = Effect.fnUntraced(function* (from = "/boards", options: BrowserContextOptions = {}) {
  const owner = yield* SignedIn.make()
  yield* fill(owner)
  yield* Effect.promise(async () => {
    const made = async (path: string, body: object) => {
      const answer = await owner.send("POST", path, body)
      assert.strictEqual(answer.status, 201, answer.text)
    }
    for (let index = 20; index > 0; index--)
      await made("/v1/leads", { firstName: `Lead ${index}`, message: "Hello" })
    const events = ["deal.created"]
    await made("/v1/webhooks", {
      boardId: owner.board.id,
      url: "https://192.0.43.8/w",
      label: "Warehouse",
      events
    })
  })
  const { page } = yield* open(yield* Browser, options)
  yield* SignedIn.inChromium(page, owner)
  yield* Effect.promise(() => page.goto(owner.base + from))
  return page
})

const inTable = ({ clicks, keys, loads }: Cost) => `${clicks} · ${keys} · ${loads}`

/** The rows of the table in docs/pages.md, by job: the quickest way, and that without scripts. */
const documented = () =>
  new Map(
    readFileSync("docs/pages.md", "utf8")
      .split("\n")
      .filter((line) => /^\| .* \| \d+ · \d+ · \d+ /u.test(line))
      .map((line) => {
        const [, job, quickest, plain] = line.split("|").map((cell) => cell.trim())
        return [job!, { quickest, plain }] as const
      })
  )

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })("each job", (it) => {
  const rows = documented()
  for (const [name, { from, steps }] of Object.entries(jobs)) {
    it.effect(
      `${name}: with few clicks, by keyboard alone, and without scripts, as documented`,
      () =>
        Effect.gen(function* () {
          const measured = Effect.fnUntraced(function* (
            way: (page: Page, cost: Cost) => Promise<unknown>,
            options: BrowserContextOptions = {},
            start = from
          ) {
            const page = yield* ready(start, options)
            const cost = counting(page)
            yield* Effect.promise(async () => {
              await way(page, cost)
              await page.waitForLoadState()
            })
            return inTable(cost)
          })
          yield* measured((page) => byKeyboard(page, steps))
          const plain = yield* measured((page, cost) => byMouse(page, steps, cost), {
            javaScriptEnabled: false
          })
          const { from: start = from, run } = quick[name] ?? {
            run: (page: Page, cost: Cost) => byMouse(page, steps, cost)
          }
          const quickest = yield* measured(run, {}, start)
          assert.deepStrictEqual(rows.get(name), { quickest, plain })
        }),
      120_000
    )
  }

  it("has a row in docs/pages.md", () => {
    assert.deepStrictEqual([...rows.keys()].toSorted(), Object.keys(jobs).toSorted())
  })
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { counts, press, upload } from "../../support/pages/Importing.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const lines = Array.from({ length: 550 }, (_, index) =>
  index % 100 === 99 ? `${index},Deal,much` : `${index},Deal ${index},${index}.50`
)

layer(TestService.layer(), { excludeTestServices: true })("an import that is done", (it) => {
  it.effect("is taken back as a whole, but for what somebody changed since", () =>
    Effect.gen(function* () {
      const mine = yield* SignedIn.make()
      const { board, browser, send } = mine
      yield* Effect.promise(async () => {
        const existing = await send("POST", "/v1/deals", {
          boardId: board.id,
          name: "Before",
          externalId: "hubspot-7",
          amountCents: 1
        })
        const tried = await press(
          browser,
          await upload(mine, `Record ID,Deal Name,Amount\n${lines.join("\n")}`),
          "columns"
        )
        const done = await press(browser, tried, "run")
        assert.deepStrictEqual(counts(done), [544, 1, 0, 5])
        const [changed] = (await send("GET", "/v1/deals?externalId=hubspot-300")).body.data
        await send("PATCH", `/v1/deals/${changed.id}`, { name: "Changed since" })
        const undone = await press(browser, done, "undo")
        assert.include(undone.text, "Import undone")
        assert.include(undone.text, "544 records were restored.")
        assert.include(undone.text, "1 record was changed since, and not restored.")
        assert.deepStrictEqual(
          (await send("GET", "/v1/deals?limit=100&status=all")).body.data
            .map(({ name }: any) => name)
            .toSorted(),
          ["Before", "Changed since"]
        )
        const { body } = await send("GET", `/v1/deals/${existing.body.id}`)
        assert.strictEqual(body.amountCents, 1)
        await press(browser, undone, "end")
      })
    })
  )
})

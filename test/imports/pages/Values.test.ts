import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { counts, press, upload } from "../../support/pages/Importing.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const file = [
  "Record ID,Deal Name,Deal Stage,Deal owner,Amount",
  "1,Alpha,Demo <b>booked</b>,Somebody Else,1",
  "2,Beta,demo <B>BOOKED</B>,,2",
  "3,Gamma,New,,12.5K"
].join("\n")

layer(TestService.layer(), { excludeTestServices: true })("an import that was tried", (it) => {
  it.effect("shows the cells that failed, and asks what stages and owners mean", () =>
    Effect.gen(function* () {
      const mine = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const { browser, send, user } = mine
        const tried = await press(browser, await upload(mine, file), "columns")
        assert.deepStrictEqual(counts(tried), [0, 0, 0, 3])
        for (const cell of ["Demo &lt;b&gt;booked&lt;/b&gt;", "12.5K"])
          assert.include(tried.text, `<q>${cell}</q>`)
        assert.notMatch(tried.text, /\/v1\/|list_members|externalId/u)
        const once = await press(browser, tried, "values", { "value-0": "Proposal", "value-1": "" })
        // Alpha's owner is looked at now.
        assert.deepStrictEqual(counts(once), [1, 0, 0, 2])
        assert.include(once.text, "<q>Somebody Else</q>")
        const twice = await press(browser, once, "values", { "value-0": user.email })
        assert.deepStrictEqual(counts(twice), [2, 0, 0, 1])
        assert.notInclude(twice.text, "/import/values")
        const again = await press(browser, twice, "run")
        assert.deepStrictEqual(counts(again), [2, 0, 0, 1])
        const deals = (await send("GET", "/v1/deals?sort=amount")).body.data
        assert.deepStrictEqual(
          deals.map(({ name, ownerId, stage }: any) => [name, stage.name, ownerId]),
          [
            ["Alpha", "Proposal", user.id],
            ["Beta", "Proposal", user.id]
          ]
        )
        await press(browser, again, "end")
      })
    })
  )
})

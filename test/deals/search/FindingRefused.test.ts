import { assert } from "@effect/vitest"
import { contract, refused, workspace } from "../../support/server/Contract.ts"
import { Effect } from "effect"

contract("finding deals by what is no filter", (it) => {
  const wrong: Record<string, RegExp> = {
    "sort=newest": /^sort must be "created", "-created", .+ or "-expectedClose"/u,
    "sort=-name": /^sort must be/u,
    "ownerId=ada": /^ownerId must be a UUID or me\./u,
    "amountMin=-1": /^amountMin must be an integer of 0 or more\./u,
    "amountMax=12.50": /^amountMax must be an integer/u,
    "quietDays=0": /^quietDays must be an integer from 1 to 3650\./u,
    "createdAfter=yesterday": /^createdAfter must be a date such as 2026-05-01, or a time/u,
    "closedBefore=2026-05-01T09:30": /^closedBefore must be a date/u,
    "createdBefore=2026-02-30": /^createdBefore must be a date/u,
    "updatedSince=2026-05-01T09:30:00+02:00": /\(in a URL, write \+ as %2B\)/u,
    "closedAfter=0000-12-31": /^closedAfter must be a date/u,
    "updatedSince=9999-12-31T23:00-02:00": /^updatedSince must be a date/u,
    "label=+": /^label must not be blank\./u
  }
  for (const [query, message] of Object.entries(wrong)) {
    it.effect(`refuses ?${query}`, () =>
      Effect.gen(function* () {
        const { get } = yield* workspace()
        assert.match((yield* refused(get(`/v1/deals?${query}`), 400, "invalid_query")).message, message)
      })
    )
  }
})

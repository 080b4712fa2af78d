import { assert, describe, it } from "@effect/vitest"
import { operations } from "../../../src/contract/Api.ts"
import { english } from "../../../src/identity/pages/ScopeWords.ts"

/** People's words for the resources of each group of operations. */
const called: Record<string, RegExp> = {
  audit: /audit log/u,
  boards: /boards/u,
  cards: /reports/u,
  deals: /deals/u,
  imports: /[Ii]mport/u,
  leads: /leads/u,
  notes: /notes/u,
  reports: /reports/u,
  rules: /rules of keys and apps/u,
  templates: /email templates/u,
  webhooks: /webhooks/u
}

describe("the words for what an app may do", () => {
  for (const operation of operations) {
    const [scope, ...more] = [operation.scope ?? []].flat()
    if (scope === undefined || more.length > 0) continue
    it(`say that ${scope} allows ${operation.id}`, () => {
      const said = english[scope]!
      assert.match(said, called[operation.id.split(".")[0]!]!)
      if (operation.kind === "delete") assert.match(said, /delete/u)
      if ("role" in operation && operation.role === "admin") assert.match(said, /if you are an admin/u)
    })
  }

  it("promise nothing that no operation does", () => {
    const groups = (scope: string) =>
      operations.filter((one) => [one.scope ?? []].flat().some((each) => each === scope)).map(({ id }) => id)
    assert.isTrue(groups("deals:read").includes("notes.activity"))
    assert.isTrue(groups("deals:read").includes("webhooks.deliveries"))
    assert.isTrue(groups("leads:write").includes("leads.promote"))
  })
})

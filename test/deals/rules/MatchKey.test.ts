import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as MatchKey from "../../../src/deals/rules/MatchKey.ts"

describe("the key a lead is matched by", () => {
  it("is the host of a website, however it is typed", () => {
    const hosts: ReadonlyArray<readonly [string, string | null]> = [
      ["acme.example", "acme.example"],
      [" https://www.Acme.example/about?x=1 ", "acme.example"],
      ["WWW.acme.example:8443", "acme.example"],
      ["http://shop.acme.example.", "shop.acme.example"],
      ["bücher.example", "xn--bcher-kva.example"],
      ["acme", null],
      ["n/a", null],
      ["not a site", null],
      ["", null],
      ["https://", null],
      [`${"a".repeat(300)}.example`, null]
    ]
    for (const [website, host] of hosts) assert.strictEqual(MatchKey.websiteHost(website), host, website)
  })

  it("is the domain of an address, in lower case", () => {
    assert.strictEqual(MatchKey.email(" Mia@Acme.Example "), "mia@acme.example")
    assert.strictEqual(MatchKey.emailDomain("Mia@WWW.Acme.Example"), "acme.example")
    assert.strictEqual(MatchKey.emailDomain("mia@bücher.example"), "xn--bcher-kva.example")
    assert.strictEqual(MatchKey.emailDomain("mia"), null)
  })

  it("fits an index, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (text) => {
        const host = MatchKey.websiteHost(text)
        assert.isTrue(host === null || (host.length <= 253 && host === host.toLowerCase()))
      })
    )
  })

  it("is what URLs make of a host, whether it has to be parsed or not", () => {
    const label = fc.string({
      unit: fc.constantFrom(..."abenwx019-0:/.%_@ Eé"),
      minLength: 1,
      maxLength: 6
    })
    const host = fc.oneof(
      fc.domain(),
      fc
        .array(fc.oneof(label, fc.constantFrom("www", "xn--", "0x1", "example")), { maxLength: 4 })
        .map((all) => all.join("."))
    )
    fc.assert(
      fc.property(host, (text) => {
        // One more slash would make a scheme of the host.
        fc.pre(!text.trim().endsWith(":/"))
        // With a path it is never taken as it stands.
        assert.strictEqual(
          MatchKey.websiteHost(text),
          MatchKey.websiteHost(text.trim() === "" ? text : `${text.trim()}/`)
        )
      }),
      { numRuns: 5_000 }
    )
  })
})

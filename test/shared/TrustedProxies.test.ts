import { assert, describe, it } from "@effect/vitest"
import { clientOf, isBelieved, parse } from "../../src/shared/network/TrustedProxies.ts"

const trusting = (text: string) => parse(text)!

const ranges = "10.0.0.0/8, 127.0.0.1, fd00::/8"

describe("the client behind proxies", () => {
  const cases: ReadonlyArray<
    readonly [trust: string, peer: string, forwarded: string | undefined, is: string]
  > = [
    // No proxy: the header is anybody's word.
    ["false", "203.0.113.9", "198.51.100.7", "203.0.113.9"],
    ["0", "203.0.113.9", "198.51.100.7", "203.0.113.9"],
    // One proxy: what it added stands last, whatever the client sent before.
    ["true", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["1", "10.0.0.1", "198.51.100.7, 203.0.113.9", "203.0.113.9"],
    ["true", "10.0.0.1", undefined, "10.0.0.1"],
    ["true", "10.0.0.1", "", "10.0.0.1"],
    ["true", "10.0.0.1", "198.51.100.7,", "10.0.0.1"],
    // Two proxies: the second added the first.
    ["2", "10.0.0.2", "203.0.113.9, 10.0.0.1", "203.0.113.9"],
    ["2", "10.0.0.2", "198.51.100.7, 203.0.113.9, 10.0.0.1", "203.0.113.9"],
    ["2", "10.0.0.2", "203.0.113.9", "203.0.113.9"],
    // Ranges: the first address from the right that is in none.
    [ranges, "10.0.0.2", "198.51.100.7, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    [ranges, "::ffff:10.0.0.2", "203.0.113.9, [fd00::1]:443", "203.0.113.9"],
    [ranges, "10.0.0.2", "203.0.113.9:51000", "203.0.113.9:51000"],
    [ranges, "10.0.0.2", "198.51.100.7, unknown", "unknown"],
    [ranges, "10.0.0.2", "10.0.0.9", "10.0.0.9"],
    // Whoever comes directly can't choose an address, not even one of a proxy.
    [ranges, "203.0.113.9", "198.51.100.7", "203.0.113.9"],
    [ranges, "203.0.113.9", "198.51.100.7, 10.0.0.1", "203.0.113.9"]
  ]
  for (const [trust, peer, forwarded, is] of cases) {
    it(`is ${is} if TRUST_PROXY is ${trust} and ${peer} sends ${JSON.stringify(forwarded)}`, () => {
      assert.strictEqual(clientOf(trusting(trust), peer, forwarded), is)
    })
  }

  it("is found in a header of any length", () => {
    const long = `203.0.113.9, ${"10.0.0.1,".repeat(5_000)}10.0.0.1`
    assert.strictEqual(clientOf(trusting(ranges), "10.0.0.2", long), "10.0.0.1")
  })

  it("is described only by a peer that is trusted", () => {
    assert.isFalse(isBelieved(trusting("false"), "10.0.0.1"))
    assert.isTrue(isBelieved(trusting("2"), "203.0.113.9"))
    assert.isTrue(isBelieved(trusting(ranges), "127.0.0.1"))
    assert.isFalse(isBelieved(trusting(ranges), "203.0.113.9"))
  })

  it("is not guessed from a setting that is none", () => {
    for (const text of ["", "maybe", "-1", "1000", "10.0.0.0/33", "10.0.0.0/8,", "proxy.example", "1.5"]) {
      assert.isUndefined(parse(text), text)
    }
  })
})

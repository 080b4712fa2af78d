import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as IpRange from "../../src/shared/network/IpRange.ts"

const read = (text: string) => Option.getOrUndefined(Option.map(IpRange.parse(text), IpRange.format))

const holds = (range: string, client: string) =>
  IpRange.holds([Option.getOrThrow(IpRange.parse(range))], client)

describe("ranges of addresses", () => {
  for (const [text, written] of [
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7/32 ", "203.0.113.7"],
    ["10.0.0.7/8", "10.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::1", "2001:db8::1"],
    ["2001:db8::1/64", "2001:db8::/64"],
    ["::/0", "::/0"],
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["::ffff:10.1.2.3/104", "10.0.0.0/8"],
    ["::ffff:0a01:0203/128", "10.1.2.3"]
  ] as const) {
    it(`reads ${text} as ${written}`, () => assert.strictEqual(read(text), written))
  }

  for (const text of [
    "",
    "10",
    "10.0.0",
    "10.0.0.256",
    "010.0.0.1",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/08",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/255.0.0.0",
    "2001:db8::/129",
    "::ffff:10.1.2.3/95",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "10.0.0.1:80",
    "example.com",
    "*"
  ]) {
    it(`reads no range in ${JSON.stringify(text)}`, () => assert.isUndefined(read(text)))
  }

  it("hold their first and last address, and not those beside them", () => {
    for (const [range, first, last, before, after] of [
      ["192.0.2.64/26", "192.0.2.64", "192.0.2.127", "192.0.2.63", "192.0.2.128"],
      ["192.0.2.8/31", "192.0.2.8", "192.0.2.9", "192.0.2.7", "192.0.2.10"],
      [
        "2001:db8::/33",
        "2001:db8::",
        "2001:db8:7fff:ffff:ffff:ffff:ffff:ffff",
        "2001:db7::",
        "2001:db8:8000::"
      ]
    ] as const) {
      assert.deepStrictEqual(
        [first, last, before, after].map((client) => holds(range, client)),
        [true, true, false, false],
        range
      )
    }
  })

  it("hold a client however its connection or a proxy writes it, and no text that is no address", () => {
    for (const client of [
      "10.1.2.3",
      "::ffff:10.1.2.3",
      "::FFFF:0a01:203",
      "10.1.2.3:5678",
      "[::ffff:10.1.2.3]:80"
    ]) {
      assert.isTrue(holds("10.0.0.0/8", client), client)
      assert.isTrue(holds("::ffff:10.0.0.0/104", client), client)
      assert.isFalse(holds("::/0", client), client)
    }
    for (const client of ["2001:db8::1", "[2001:db8::1]:443", "2001:DB8:0::1"]) {
      assert.isTrue(holds("2001:db8::/32", client), client)
      assert.isFalse(holds("0.0.0.0/0", client), client)
    }
    for (const client of ["unknown", "", "10.1.2.3, 10.1.2.4", "10.1.2"]) {
      assert.isFalse(holds("0.0.0.0/0", client), client)
    }
  })
})

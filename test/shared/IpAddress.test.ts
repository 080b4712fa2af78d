import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as IpAddress from "../../src/shared/network/IpAddress.ts"

const isGlobal = (text: string) => IpAddress.isGlobalUnicast(Option.getOrThrow(IpAddress.parse(text)))

describe("IpAddress.isGlobalUnicast", () => {
  const edges: ReadonlyArray<readonly [outside: string, inside: string]> = [
    ["9.255.255.255", "10.0.0.0"],
    ["11.0.0.0", "10.255.255.255"],
    ["100.63.255.255", "100.64.0.0"],
    ["100.128.0.0", "100.127.255.255"],
    ["172.15.255.255", "172.16.0.0"],
    ["172.32.0.0", "172.31.255.255"],
    ["192.0.1.0", "192.0.0.255"],
    ["192.169.0.0", "192.168.255.255"],
    ["198.17.255.255", "198.18.0.0"],
    ["198.20.0.0", "198.19.255.255"],
    ["223.255.255.255", "224.0.0.0"],
    ["2000::", "1fff:ffff::"],
    ["3ffd:ffff::", "4000::"],
    ["2001:200::", "2001:1ff:ffff::"],
    ["2001:db7::", "2001:db8:ffff::"],
    ["2003::", "2002:ffff::"],
    ["3fff:1000::", "3fff:fff::"]
  ]
  for (const [outside, inside] of edges) {
    it(`separates ${outside} from ${inside}`, () => {
      assert.isTrue(isGlobal(outside), outside)
      assert.isFalse(isGlobal(inside), inside)
    })
  }

  it("does not read a zone, short form or number as an address", () => {
    for (const text of ["fe80::1%eth0", "127.1", "2130706433", "0x7f.0.0.1", "010.0.0.1", ""]) {
      assert.isTrue(Option.isNone(IpAddress.parse(text)), text)
    }
  })
})

describe("IpAddress.networkOf", () => {
  const networks: Record<string, ReadonlyArray<string>> = {
    "192.0.2.7": ["192.0.2.7", "192.0.2.7:5678", " 192.0.2.7 ", "::ffff:192.0.2.7", "[::ffff:192.0.2.7]:80"],
    "2001:db8:1:2::/64": [
      "2001:db8:1:2::1",
      "[2001:db8:1:2:ffff::]:443",
      "[2001:DB8:1:2::9]",
      "2001:db8:1:2::1%eth0"
    ],
    "::/64": ["::1", "[::1]:80"],
    unknown: ["unknown", " unknown"]
  }
  for (const [network, addresses] of Object.entries(networks)) {
    for (const address of addresses) {
      it(`counts ${address} as ${network}`, () => {
        assert.strictEqual(IpAddress.networkOf(address), network)
      })
    }
  }

  it("keeps other text short", () => {
    assert.strictEqual(IpAddress.networkOf("x".repeat(5000)).length, 64)
  })
})

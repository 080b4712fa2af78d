import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import * as MailHosts from "../../../src/deals/rules/MailHosts.ts"

const lines = (name: string) =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n")

describe("public mail hosts", () => {
  // From people who know these countries, not from the packages behind the list.
  it("include those where anyone can get an address, in any country", () => {
    const hosts = lines("public-mail-hosts.txt")
    assert.isAtLeast(hosts.length, 300)
    assert.includeMembers(hosts, [
      "gmx.ch",
      "live.se",
      "telia.com",
      "posteo.net",
      "riseup.net",
      "hotmail.se",
      "icloud.com"
    ])
    assert.deepStrictEqual(
      hosts.filter((host) => !MailHosts.isPublic(host)),
      []
    )
  })

  it("exclude the hosts of companies", () => {
    const domains = lines("company-domains.txt")
    assert.isAtLeast(domains.length, 100)
    assert.includeMembers(domains, [
      "siemens.com",
      "apple.com",
      "microsoft.com",
      "google.com",
      "orange-business.com"
    ])
    assert.deepStrictEqual(
      domains.filter((domain) => MailHosts.isPublic(domain)),
      []
    )
  })

  it("are matched by their whole name", () => {
    const names =
      "gmx.ch.acme.example notgmail.com live.acme.example outlook.acme.com yahoo.company mygmx.de usa.company"
    for (const name of names.split(" ")) assert.isFalse(MailHosts.isPublic(name), name)
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as MailHosts from "../../src/domain/MailHosts.ts"

describe("public mail hosts", () => {
  it("are those where anyone gets an address", () => {
    const hosts =
      "gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com yahoo.co.uk icloud.com me.com proton.me pm.me fastmail.com tuta.com gmx.de web.de mail.ru yandex.ru qq.com 163.com naver.com aol.com zoho.com hey.com orange.fr btinternet.com"
    for (const host of hosts.split(" ")) assert.isTrue(MailHosts.isPublic(host), host)
  })

  it("are not where companies have theirs", () => {
    const hosts =
      "acme.example example.com example.org microsoft.com ibm.com apple.com google.com stanford.edu mail.acme.example"
    for (const host of hosts.split(" ")) assert.isFalse(MailHosts.isPublic(host), host)
  })
})

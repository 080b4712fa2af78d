import { assert, describe, it } from "@effect/vitest"
import * as Provider from "../../../src/webhooks/rules/Provider.ts"

const cases = {
  slack: ["https://hooks.slack.com/services/T0/B0/x", "https://HOOKS.slack.com:443/services/T0"],
  discord: ["https://discord.com/api/webhooks/1/x", "https://discordapp.com/api/webhooks/1/x"],
  msteams: [
    "https://acme.webhook.office.com/webhookb2/1",
    "https://prod-1.westus.logic.azure.com/workflows/1",
    "https://default.env.api.powerplatform.com/powerautomate/1"
  ],
  generic: [
    "https://example.com/services/",
    "https://hooks.slack.com/workflows/T0",
    "https://hooks.slack.com.example.com/services/T0",
    "https://evil-hooks.slack.com/services/T0",
    "https://hooks.slack.com:8443/services/T0",
    "http://hooks.slack.com/services/T0",
    "https://discord.com/api/users",
    "https://canary.discord.com/api/webhooks/1",
    "https://webhook.office.com/webhookb2/1",
    "https://acme.webhook.office.com.example.com/",
    "https://notwebhook.office.com/",
    "https://example.com/?https://hooks.slack.com/services/"
  ]
} as const

describe("Provider", () => {
  for (const [provider, urls] of Object.entries(cases)) {
    for (const url of urls) {
      it(`recognizes ${url} as ${provider}`, () => assert.strictEqual(Provider.of(new URL(url)), provider))
    }
  }
})

describe("a chat tool's address that takes no webhooks", () => {
  it("is told from those that do", () => {
    for (const url of [
      "https://hooks.slack.com/",
      "https://hooks.slack.com/services/",
      "https://hooks.slack.com/x"
    ])
      assert.include(Provider.flaw(new URL(url)), "https://hooks.slack.com/services/")
    for (const url of ["https://discord.com/api", "https://discordapp.com/api/users"])
      assert.include(Provider.flaw(new URL(url)), "https://discord.com/api/webhooks/")
    const taken = [
      "https://hooks.slack.com/services/T0",
      "https://hooks.slack.com/workflows/T0",
      "https://example.com/"
    ]
    for (const url of [...taken, "https://discord.com/api/v10/webhooks/1"])
      assert.isUndefined(Provider.flaw(new URL(url)))
  })
})

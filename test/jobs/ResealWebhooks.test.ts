import { assert, layer } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Encryption } from "../../layers/encryption/Encryption.ts"
import { sealContext, Webhooks } from "../../layers/webhooks/Webhooks.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import { WebhookId } from "../../schema/Id.ts"
import * as App from "../../src/service/App.ts"
import { resealWebhooks } from "../../src/jobs/ResealWebhooks.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"
import { testSettings } from "../support/server/TestSettings.ts"

const [before, after] = ["a".repeat(64), "b".repeat(64)]

/** The repositories with these keys, on one database. */
const withKeys = (encryptionKey: string) =>
  Layer.fresh(
    App.repositories.pipe(
      Layer.provideMerge(testSettings({ encryptionKey: Redacted.make(encryptionKey) })),
      Layer.provide(NodeServices.layer)
    )
  )

const id = WebhookId.make("01997f2e-6b1c-7d7a-9d0c-8e9f0a1b2c3d")

const subscribe = Effect.gen(function* () {
  const wanted = { name: "W", plan: "standard", ownerEmail: "a@b.example", ownerName: null } as const
  const { board, workspace } = yield* (yield* Workspaces).create(wanted)
  const webhook = {
    id,
    boardId: board.id,
    label: null,
    urlFingerprint: "/url",
    provider: "generic",
    events: ["deal.won"],
    stageFilter: [],
    active: true,
    createdAt: "2026-05-01T09:30:00.000Z",
    lastDeliveredAt: null,
    lastError: null,
    createdBy: null,
    maker: null
  } as const
  const webhooks = yield* Webhooks
  const tenant = { workspaceId: workspace.id }
  yield* Effect.provideService(webhooks.insert(webhook, "https://a.example/url", "whsec_1"), Tenant, tenant)
  yield* Effect.provideService(webhooks.rotate(id, "whsec_2", "2027-01-01T00:00:00.000Z"), Tenant, tenant)
})

layer(TestDatabase.layer)("reseal-webhooks", (it) => {
  it.effect("leaves nothing that needs the old key", () =>
    Effect.gen(function* () {
      yield* Effect.provide(subscribe, withKeys(before))
      const run = Effect.provide(
        resealWebhooks.run("2026-05-01T09:30:00.000Z"),
        withKeys(`${after},${before}`)
      )
      assert.deepStrictEqual(yield* run, { affected: 1, error: null })
      assert.deepStrictEqual(yield* run, { affected: 0, error: null })
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<Record<string, Uint8Array>>`SELECT url, secret, previous_secret FROM webhooks`
      const encryption = yield* Effect.provide(Encryption, withKeys(after))
      const opened = [
        yield* encryption.open(row!["url"]!, sealContext(id, "url")),
        yield* encryption.open(row!["secret"]!, sealContext(id, "secret")),
        yield* encryption.open(row!["previous_secret"]!, sealContext(id, "secret"))
      ]
      assert.deepStrictEqual(opened, ["https://a.example/url", "whsec_2", "whsec_1"])
    })
  )
})

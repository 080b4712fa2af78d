import { NodeFileSystem, NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpClient, HttpRouter, HttpServerResponse } from "effect/http"
import { FileRecords } from "../../layers/files/FileRecords.ts"
import { Files } from "../../layers/files/Files.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { NotFound } from "../../schema/Fault.ts"
import type { WorkspaceId } from "../../schema/Id.ts"
import * as FileId from "../../src/shared/FileId.ts"
import * as FilesSurface from "../../src/surfaces/Files.ts"
import { tempSettings } from "../support/server/TestSettings.ts"

const workspaceId = "0199aaaa-0000-7000-8000-000000000001" as WorkspaceId

const stores = Layer.mergeAll(Files.layer, FileRecords.layerMemory).pipe(
  Layer.provide(Ids.layer),
  Layer.provide(tempSettings({})),
  Layer.provide(NodeFileSystem.layer)
)

/** The service's edge renders faults; here their code is enough. */
const edge = HttpRouter.middleware(
  (handler) =>
    Effect.catchIf(
      handler as Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>,
      (error) => error instanceof NotFound,
      (error) => Effect.succeed(HttpServerResponse.text((error as NotFound).code, { status: 404 }))
    ) as never,
  { global: true }
)

const server = HttpRouter.serve(Layer.mergeAll(FilesSurface.layer, edge), { disableLogger: true }).pipe(
  Layer.provideMerge(stores),
  Layer.provideMerge(NodeHttpServer.layerTest)
)

const keep = Effect.fnUntraced(function* (bytes: Uint8Array, sha256: string) {
  const files = yield* Files
  const records = yield* FileRecords
  const id = FileId.make(workspaceId, new Uint8Array(16).fill(Number(`0x${sha256}`)))
  yield* files.keep(`${workspaceId}/${sha256}`, bytes, "image/png")
  yield* records
    .record({
      id,
      sha256,
      contentType: "image/png",
      bytes: bytes.byteLength,
      sourceUrl: "https://example.com/a.png",
      createdAt: "2026-05-01T09:30:00.000Z"
    })
    .pipe(Effect.provideService(Tenant, { workspaceId }))
  return id
})

layer(server as Layer.Layer<HttpClient.HttpClient | Files | FileRecords>, { excludeTestServices: true })(
  "GET /files/{id}",
  (it) => {
    it.effect("returns the bytes with headers that keep them harmless", () =>
      Effect.gen(function* () {
        const id = yield* keep(Uint8Array.of(1, 2, 3), "ab")
        const response = yield* HttpClient.get(`/files/${id}`)
        assert.strictEqual(response.status, 200)
        assert.deepStrictEqual(new Uint8Array(yield* response.arrayBuffer), Uint8Array.of(1, 2, 3))
        const { headers } = response
        assert.strictEqual(headers["content-type"], "image/png")
        assert.strictEqual(headers["content-length"], "3")
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["content-security-policy"], "default-src 'none'; sandbox")
        assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable")
        assert.strictEqual(headers["cross-origin-resource-policy"], "cross-origin")
      })
    )

    it.effect("answers HEAD without the bytes", () =>
      Effect.gen(function* () {
        const response = yield* HttpClient.head(`/files/${yield* keep(Uint8Array.of(4), "ac")}`)
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers["content-length"], "1")
      })
    )

    it.effect.each([
      FileId.make(workspaceId, new Uint8Array(16).fill(9)),
      FileId.make("00000000-0000-0000-0000-000000000000" as WorkspaceId, new Uint8Array(16).fill(0xab)),
      "nothing",
      "..%2f..%2fencryption.key",
      "%00",
      "a".repeat(90)
    ])("finds no file %s", (id) =>
      Effect.gen(function* () {
        const response = yield* HttpClient.get(`/files/${id}`)
        assert.strictEqual(response.status, 404)
        assert.strictEqual(yield* response.text, "file_not_found")
      })
    )
  }
)

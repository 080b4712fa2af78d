import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ImageUploads } from "../../layers/files/ImageUploads.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { now } from "../../layers/runtime/Now.ts"
import { png } from "../support/fakes/Gallery.ts"
import { bomb } from "../support/hostile/HostileImages.ts"
import { bearer, legacy, send as post } from "../support/mcp/McpMessages.ts"
import { TestService } from "../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const send = (...args: Parameters<typeof client.send>) => Effect.promise(() => client.send(...args))
  const open = Effect.map(send("POST", "/v1/image-uploads"), ({ body, status, text }) => {
    assert.strictEqual(status, 201, text)
    return body as { uploadUrl: string; expiresAt: string; maxBytes: number }
  })
  return { ...client, request: send, open, service }
})

const put = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const answer = await fetch(url, { method: "PUT", body, headers })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
  })

const image = (shade: number) => Effect.promise(async () => new Uint8Array(await png(shade)))

const refused = (answer: { status: number; body: any }, status: number, code: string) => {
  assert.deepStrictEqual([answer.status, answer.body.error?.code], [status, code])
  return answer.body.error.message as string
}

layer(TestService.layer())("an upload URL", (it) => {
  it.effect("takes an image without a credential, which a write-up then shows", () =>
    Effect.gen(function* () {
      const { apiKey, request, service } = yield* start
      const call = (name: string, args: object) =>
        Effect.promise(async () => {
          const message = legacy("tools/call", { name, arguments: args })
          return (await post(service.url, "POST", bearer(apiKey.token), message)).body.result
            .structuredContent
        })
      const { maxBytes, uploadUrl } = yield* call("create_image_upload", {})
      assert.strictEqual(maxBytes, 10_000_000)
      assert.match(uploadUrl, /\/uploads\/[\w-]{43}$/u)
      const sent = yield* put(uploadUrl, yield* image(1), { "content-type": "image/png" })
      assert.strictEqual(sent.status, 200)
      assert.strictEqual(sent.headers.get("access-control-allow-origin"), "*")
      const { url } = sent.body
      assert.isTrue(url.startsWith(`${service.url}/files/`))
      const lead = yield* request("POST", "/v1/leads", { firstName: "A" })
      const enrichment = { summary: "x", screenshot: url, attachments: [{ url }] }
      yield* call("patch_lead_enrichment", { id: lead.body.id, enrichment })
      const { body } = yield* request("GET", `/v1/leads/${lead.body.id}`)
      const { attachments, screenshot, screenshotSource } = body.enrichment
      assert.deepStrictEqual([screenshot, screenshotSource, attachments[0].url], [url, url, url])
      const shown = yield* Effect.promise(() => fetch(url))
      assert.deepStrictEqual([shown.status, shown.headers.get("content-type")], [200, "image/png"])
    })
  )

  it.effect("leads to a file that no other workspace can attach", () =>
    Effect.gen(function* () {
      const { open } = yield* start
      const { url } = (yield* put((yield* open).uploadUrl, yield* image(2))).body
      const other = yield* start
      const lead = yield* other.request("POST", "/v1/leads", { firstName: "A" })
      const write = (screenshot: string) =>
        other.request("PATCH", `/v1/leads/${lead.body.id}`, { enrichment: { screenshot } })
      const message = refused(yield* write(url), 400, "image_fetch_failed")
      assert.include(message, "this workspace has no such file")
      refused(yield* write(`${url.slice(0, -1)}_`), 400, "image_fetch_failed")
      // The same picture is a file of its own there.
      const own = (yield* put((yield* other.open).uploadUrl, yield* image(2))).body.url
      assert.notStrictEqual(own, url)
      assert.strictEqual((yield* write(own)).status, 200)
    })
  )

  it.effect("takes one image: the same again is answered again, another is refused", () =>
    Effect.gen(function* () {
      const { open } = yield* start
      const { uploadUrl } = yield* open
      const [bytes, other] = [yield* image(3), yield* image(4)]
      const first = yield* put(uploadUrl, bytes)
      assert.deepStrictEqual((yield* put(uploadUrl, bytes)).body, first.body)
      refused(yield* put(uploadUrl, other), 409, "upload_used")
      const racing = (yield* open).uploadUrl
      const answers = yield* Effect.all(
        [bytes, other, bytes, other].map((one) => put(racing, one)),
        { concurrency: "unbounded" }
      )
      const urls = new Set(answers.flatMap(({ body }) => (body.url === undefined ? [] : [body.url])))
      assert.strictEqual(urls.size, 1)
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, 200, 409, 409])
    })
  )

  it.effect("takes nothing else, and still works after a refusal, up to ten tries", () =>
    Effect.gen(function* () {
      const { open } = yield* start
      const { uploadUrl } = yield* open
      const bytes = yield* image(5)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"/>`
      for (const type of [
        "image/svg+xml",
        "application/json",
        "multipart/form-data; boundary=x",
        "text/plain"
      ])
        assert.include(
          refused(yield* put(uploadUrl, svg, { "content-type": type }), 415, "unsupported_media_type"),
          "curl -T image.png URL"
        )
      const zipped = { "content-encoding": "gzip" }
      refused(yield* put(uploadUrl, bytes, zipped), 415, "unsupported_media_type")
      const png = { "content-type": "image/png" }
      assert.include(refused(yield* put(uploadUrl, svg, png), 400, "invalid_image"), "it is not a PNG")
      refused(yield* put(uploadUrl, "", png), 400, "invalid_image")
      refused(yield* put(uploadUrl, bytes.subarray(0, bytes.length / 2), png), 400, "invalid_image")
      assert.include(
        refused(yield* put(uploadUrl, new Uint8Array(bomb), png), 400, "invalid_image"),
        "million pixels"
      )
      const large = new Uint8Array(10_000_001)
      assert.include(refused(yield* put(uploadUrl, large, png), 413, "body_too_large"), "10 MB")
      assert.strictEqual((yield* put(uploadUrl, bytes, png)).status, 200)
      const tired = (yield* open).uploadUrl
      for (let n = 0; n < 10; n++) refused(yield* put(tired, svg, png), 400, "invalid_image")
      refused(yield* put(tired, bytes, png), 410, "upload_expired")
    })
  )

  it.effect("is a secret that no one guesses, and takes PUT alone", () =>
    Effect.gen(function* () {
      const { open, service, workspace } = yield* start
      const { uploadUrl } = yield* open
      const token = uploadUrl.split("/").at(-1)!
      const bytes = yield* image(6)
      const wrong = [
        `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
        "x",
        token.slice(1),
        "a".repeat(43)
      ]
      for (const one of wrong)
        refused(yield* put(`${service.url}/uploads/${one}`, bytes), 404, "upload_not_found")
      for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
        const answer = yield* Effect.promise(() => fetch(uploadUrl, { method }))
        assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "PUT, OPTIONS"])
      }
      const asked = yield* Effect.promise(() => fetch(uploadUrl, { method: "OPTIONS" }))
      assert.strictEqual(asked.status, 204)
      assert.include(asked.headers.get("access-control-allow-methods"), "PUT")
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT u::text AS row FROM image_uploads u WHERE workspace_id = ${workspace.id}`
      assert.strictEqual(rows.length, 1)
      assert.notInclude(JSON.stringify(rows), token)
    })
  )

  it.effect("is one of a hundred that take their images at once", () =>
    Effect.gen(function* () {
      const { open } = yield* start
      const urls = yield* Effect.replicateEffect(open, 100, { concurrency: 8 })
      const images = yield* Effect.forEach(urls, (_, n) => image(100 + n))
      const all = urls.map(({ uploadUrl }, n) => put(uploadUrl, images[n]!))
      const answers = yield* Effect.all(all, { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
      assert.strictEqual(new Set(answers.map(({ body }) => body.url)).size, 100)
    })
  )

  it.effect("expires, and is forgotten a day later", () =>
    Effect.gen(function* () {
      const { open, workspace } = yield* start
      const { uploadUrl } = yield* open
      const kept = (yield* open).uploadUrl
      const bytes = yield* image(7)
      const first = yield* put(kept, bytes)
      yield* TestClock.adjust("10 minutes")
      assert.include(refused(yield* put(uploadUrl, bytes), 410, "upload_expired"), "create_image_upload")
      assert.deepStrictEqual((yield* put(kept, bytes)).body, first.body)
      const tenant = { workspaceId: workspace.id }
      const uploads = yield* ImageUploads
      const expire = Effect.flatMap(now, (at) =>
        Effect.provideService(uploads.expire(at, 100), Tenant, tenant)
      )
      assert.strictEqual(yield* expire, 2)
      refused(yield* put(kept, bytes), 404, "upload_not_found")
    })
  )

  it.effect("is made at most 1,000 times a day", () =>
    Effect.gen(function* () {
      const { open, request, workspace } = yield* start
      yield* open
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO image_uploads (workspace_id, hash, created_at, expires_at)
        SELECT workspace_id, int4send(n), created_at, expires_at
        FROM image_uploads, generate_series(1, 999) n WHERE workspace_id = ${workspace.id}`
      const full = yield* request("POST", "/v1/image-uploads")
      refused(full, 429, "rate_limited_workspace")
      assert.strictEqual(full.headers.get("retry-after"), "60")
      yield* sql`UPDATE image_uploads SET created_at = '1969-12-30T23:00:00Z' WHERE workspace_id = ${workspace.id}`
      yield* open
    })
  )
})

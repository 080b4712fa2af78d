import { NodeFileSystem } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import sharp from "sharp"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { FileRecords } from "../../../layers/files/FileRecords.ts"
import { Files } from "../../../layers/files/Files.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Images } from "../../../layers/files/Images.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { statusOf } from "../../../schema/Fault.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import * as FileId from "../../../src/shared/FileId.ts"
import * as IpAddress from "../../../src/shared/network/IpAddress.ts"
import { hostileImages, png } from "../../support/hostile/HostileImages.ts"
import { hostileNames, hostileRedirects, hostileUrls } from "../../support/hostile/HostileUrls.ts"
import { Internet, layerEgress } from "../../support/fakes/Internet.ts"
import { tempSettings } from "../../support/server/TestSettings.ts"

const workspace = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}` as WorkspaceId

const services = Images.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Files.layer, FileRecords.layerMemory)),
  Layer.provide(Layer.succeed(BaseUrl, "https://pipeline.example.com")),
  Layer.provideMerge(Ids.layer),
  Layer.provideMerge(tempSettings({})),
  Layer.provideMerge(NodeFileSystem.layer),
  Layer.provideMerge(layerEgress)
)

const store = Effect.fnUntraced(function* (url: string, n = 1) {
  const images = yield* Images
  return yield* Effect.provideService(images.store(url, "screenshot"), Tenant, { workspaceId: workspace(n) })
})

const storedFiles = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const { dataDir } = yield* Settings
  if (!(yield* fs.exists(join(dataDir, "files")))) return []
  const entries = yield* fs.readDirectory(join(dataDir, "files"), { recursive: true })
  return entries.filter((entry) => entry.includes("/"))
})

/** The URL is refused with `code`; nothing is stored, and only public addresses are called. */
const refuses = Effect.fnUntraced(function* (url: string, code: string) {
  const internet = yield* Internet
  internet.dialed.length = 0
  const before = yield* storedFiles
  const fault = yield* Effect.flip(store(url))
  assert.strictEqual(fault.code, code)
  assert.strictEqual(statusOf(fault), 400)
  assert.isTrue(
    internet.dialed.every(({ host }) => Option.exists(IpAddress.parse(host), IpAddress.isGlobalUnicast))
  )
  assert.deepStrictEqual(yield* storedFiles, before)
  return fault
})

const serveBytes = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
  const internet = yield* Internet
  return internet.serve(path, (_, response) => response.end(bytes))
})

const read = Effect.fnUntraced(function* (id: string) {
  const records = yield* FileRecords
  const files = yield* Files
  const workspaceId = Option.getOrThrow(FileId.workspaceOf(id))
  const record = Option.getOrThrow(yield* Effect.provideService(records.find(id), Tenant, { workspaceId }))
  return Option.getOrThrow(yield* files.read(`${workspaceId}/${record.sha256}`))
})

layer(services, { excludeTestServices: true })("Images", (it) => {
  it.effect.each(hostileUrls)("refuses $why at once: $url", ({ url }) =>
    Effect.gen(function* () {
      const { dialed } = yield* Internet
      yield* refuses(url, "invalid_url")
      assert.deepStrictEqual(dialed, [])
    })
  )

  it.effect.each(hostileNames)("stores nothing from $why", ({ url }) =>
    Effect.gen(function* () {
      const { dialed } = yield* Internet
      const fault = yield* refuses(url, "image_fetch_failed")
      assert.include(fault.message, url)
      assert.deepStrictEqual(dialed, [])
    })
  )

  it.effect.each(hostileRedirects)("stores nothing from a redirect to $why: $url", ({ url }) =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const from = internet.serve("/away.png", (_, response) =>
        response.writeHead(302, { location: url }).end()
      )
      yield* refuses(from, "image_fetch_failed")
    })
  )

  it.effect.each(hostileImages)("stores nothing from $why", ({ answer, path, says }) =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const url = internet.serve(path, answer)
      const fault = yield* refuses(url, "image_fetch_failed")
      assert.include(fault.message, `screenshot could not be fetched from ${url}`)
      assert.match(fault.message, says)
    })
  )

  it.effect.each(["png", "jpeg", "webp", "gif"] as const)("keeps a %s, redrawn", (format) =>
    Effect.gen(function* () {
      const original = yield* Effect.promise(() => sharp(png).toFormat(format).toBuffer())
      const url = yield* serveBytes(`/ok.${format}`, original)
      const image = yield* store(url)
      assert.strictEqual(image.contentType, `image/${format}`)
      assert.strictEqual(image.url, `https://pipeline.example.com/files/${image.id}`)
      assert.strictEqual(image.sourceUrl, url)
      const stored = yield* read(image.id)
      assert.strictEqual(stored.byteLength, image.bytes)
      const meta = yield* Effect.promise(() => sharp(stored).metadata())
      assert.deepStrictEqual([meta.format, meta.width, meta.height], [format, 64, 48])
    })
  )

  it.effect("gives the same content one id in a workspace, and a different id in another", () =>
    Effect.gen(function* () {
      const bytes = yield* Effect.promise(() => sharp(png).tint("red").png().toBuffer())
      const first = yield* store(yield* serveBytes("/same1.png", bytes))
      const again = yield* store(yield* serveBytes("/same2.png", bytes))
      const other = yield* store(yield* serveBytes("/same1.png", bytes), 2)
      assert.strictEqual(again.id, first.id)
      assert.strictEqual(again.sourceUrl, "https://images.public.example/same2.png")
      assert.notStrictEqual(other.id, first.id)
      assert.match(first.id, /^[\w-]{43}$/u)
      assert.deepStrictEqual(FileId.workspaceOf(other.id), Option.some(workspace(2)))
    })
  )

  it.effect("keeps a URL of its own workspace as it is, but not of another workspace", () =>
    Effect.gen(function* () {
      const image = yield* store(
        yield* serveBytes("/own.png", yield* Effect.promise(() => sharp(png).tint("blue").png().toBuffer()))
      )
      const { requests } = yield* Internet
      const before = requests.length
      const { id, url, sourceUrl } = yield* store(image.url)
      assert.deepStrictEqual([id, url, sourceUrl], [image.id, image.url, image.sourceUrl])
      assert.strictEqual((yield* Effect.flip(store(image.url, 2))).code, "image_fetch_failed")
      assert.strictEqual(requests.length, before)
    })
  )

  it.effect("removes what is not the picture: metadata, trailing markup, a second file", () =>
    Effect.gen(function* () {
      const payload = "<script>alert(document.domain)</script>"
      const tagged = yield* Effect.promise(() =>
        sharp(png)
          .jpeg()
          .withExif({ IFD0: { Copyright: payload, Make: "GPS 52.1" } })
          .toBuffer()
      )
      const zip = Buffer.from("PK\u0003\u0004payload.exe")
      for (const [path, bytes] of [
        ["/tagged.jpg", tagged],
        ["/tail.jpg", Buffer.concat([tagged, Buffer.from(payload), zip])],
        ["/tail.png", Buffer.concat([png, Buffer.from(payload), zip])]
      ] as const) {
        const image = yield* store(yield* serveBytes(path, bytes))
        const stored = Buffer.from(yield* read(image.id))
        for (const rider of [payload, "GPS 52.1", "PK\u0003\u0004"])
          assert.strictEqual(stored.indexOf(rider), -1)
      }
    })
  )

  it.effect("turns a picture upright, and keeps the first frame of an animation", () =>
    Effect.gen(function* () {
      const tilted = yield* Effect.promise(() =>
        sharp(png).jpeg().withMetadata({ orientation: 6 }).toBuffer()
      )
      const stored = yield* read((yield* store(yield* serveBytes("/tilted.jpg", tilted))).id)
      const meta = yield* Effect.promise(() => sharp(stored).metadata())
      assert.deepStrictEqual([meta.width, meta.height, meta.orientation], [48, 64, undefined])
      const frames = yield* Effect.promise(() =>
        sharp(
          [png, png, png].map((_, n) => ({
            create: { width: 8, height: 8, channels: 3, background: { r: n * 90, g: 0, b: 0 } }
          })) as never,
          { join: { animated: true } }
        )
          .gif()
          .toBuffer()
      )
      const still = yield* read((yield* store(yield* serveBytes("/moving.gif", frames))).id)
      const { pages = 1 } = yield* Effect.promise(() => sharp(still, { animated: true }).metadata())
      assert.strictEqual(pages, 1)
    })
  )
})

layer(services)("Images and a slow host", (it) => {
  it.effect("gives up after 10 seconds, however steady the drip", () =>
    Effect.gen(function* () {
      const internet = yield* Internet
      const reached = Promise.withResolvers<void>()
      const closed = Promise.withResolvers<void>()
      const url = internet.serve("/drip.png", (_, response) => {
        const timer = setInterval(() => response.write("x"), 5)
        response.on("close", () => {
          clearInterval(timer)
          closed.resolve()
        })
        reached.resolve()
      })
      const fiber = yield* Effect.forkChild(refuses(url, "image_fetch_failed"))
      yield* Effect.promise(() => reached.promise)
      yield* TestClock.adjust("10 seconds")
      assert.match((yield* Fiber.join(fiber)).message, /did not answer in full in time/u)
      yield* Effect.promise(() => closed.promise)
    })
  )
})

/** The service as users run it, built by `npm start` or packed for npm: its tools, report cards, pages, images and documents work there as from the sources. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { flags } from "../../scripts/flags.ts"
import * as BuildCache from "../../src/service/BuildCache.ts"
import * as Outside from "../support/client/Outside.ts"
import { Browser, open } from "../support/pages/Browser.ts"
import * as CardHost from "../support/pages/CardHost.ts"
import * as Paths from "../support/pages/Paths.ts"
import * as Process from "../support/server/Process.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const build = () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build/build.ts"], { encoding: "utf8" })
  assert.strictEqual(status, 0, stderr)
  assert.isDefined(BuildCache.service())
  return ["src/main.ts"]
}

/** Unpacked below this project's packages, where Node finds the package's dependencies. */
const pack = () => {
  const folder = resolve("node_modules/.cache/packed")
  rmSync(folder, { recursive: true, force: true })
  const unpacked = join(folder, "node_modules/sales-pipeline")
  mkdirSync(unpacked, { recursive: true })
  const { tarball } = Outside.pack(".", folder)
  assert.strictEqual(spawnSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", unpacked]).status, 0)
  const { bin } = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"))
  // With the service's flags it runs in the process that was started, and so ends with it.
  return [...flags, join(unpacked, bin["sales-pipeline"]), "start"]
}

const connect = (url: string, token: string) =>
  Effect.promise(async () => {
    const client = new Client({ name: "test", version: "1" })
    const headers = { authorization: `Bearer ${token}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp?toolset=all", url), { requestInit: { headers } })
    )
    return client
  })

const read = async (url: string, token: string): Promise<any> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  assert.strictEqual(response.status, 200, url)
  return response.json()
}

const drawCards = Effect.fnUntraced(function* (client: Client) {
  const { complaints, page } = yield* open(yield* Browser)
  const script = yield* CardHost.script
  yield* Effect.promise(async () => {
    const { tools } = await client.listTools()
    const listed = JSON.parse(readFileSync("generated/tools.json", "utf8")) as ReadonlyArray<{ name: string }>
    assert.sameMembers(
      tools.map((tool) => tool.name),
      listed.map((tool) => tool.name)
    )
    await page.addScriptTag({ content: script })
    const shown = tools.filter(({ name }) => name.startsWith("show_"))
    assert.isNotEmpty(shown)
    for (const { _meta, name } of shown) {
      const uri = (_meta as any).ui.resourceUri as string
      const [contents] = (await client.readResource({ uri })).contents
      const result = await client.callTool({ name, arguments: {} })
      assert.notStrictEqual(result.isError, true)
      const showing = { html: (contents as any).text, result, theme: "light", width: 400 }
      await page.evaluate((one) => (globalThis as any).show(one), showing)
      const frame = (await (await page.waitForSelector("iframe")).contentFrame())!
      await frame.waitForSelector("h1")
      assert.isNotEmpty(await frame.locator("h1").textContent())
    }
    assert.deepStrictEqual(complaints, [])
  })
})

/** What is made in a thread of its own, or read from a file beside a source. */
const readOthers = async (client: Client) => {
  const image = await client.callTool({ name: "export_report_image", arguments: { report: "this_month" } })
  assert.isTrue((image.content as ReadonlyArray<any>).some((part) => part.mimeType === "image/png"))
  for (const { uri } of (await client.listResources()).resources)
    assert.isNotEmpty((await client.readResource({ uri })).contents)
  // Those that need arguments say so.
  for (const { name } of (await client.listTools()).tools)
    assert.notInclude(JSON.stringify(await client.callTool({ name, arguments: {} })), "internal_error", name)
}

const openPages = Effect.fnUntraced(function* (url: string, token: string, password: string) {
  const { complaints, page } = yield* open(yield* Browser)
  yield* Effect.promise(async () => {
    const [board, deal, lead] = await Promise.all(
      ["boards", "deals", "leads"].map(
        async (kind) => (await read(`${url}/v1/${kind}?limit=1`, token)).data[0].id
      )
    )
    const { user } = await read(`${url}/v1/me`, token)
    await page.goto(`${url}/sign-in`)
    await page.fill("input[name=email]", "ada@demo.example")
    await page.fill("input[name=password]", password)
    await Promise.all([page.waitForURL(/\/today/u), page.press("input[name=password]", "Enter")])
    const pages = Paths.all({ board, deal, lead, user: user.id }).filter((path) => !/csv|export/u.test(path))
    for (const path of [...pages, "/docs", "/docs/guide/start.md"]) {
      const response = await page.goto(url + path)
      // Some need a record, a setting or a query that is not there.
      assert.isBelow(response!.status(), 500, path)
    }
    assert.deepStrictEqual(
      complaints.filter((one) => !one.includes("status of 4")),
      []
    )
  })
})

for (const [name, prepare] of [
  ["the built service", build],
  ["the packed package", pack]
] as const) {
  layer(Layer.merge(TestDatabase.layer, Browser.layer()))(name, (it) => {
    it.effect(
      "has every tool, draws every report card, and shows every page without an error",
      () =>
        Effect.gen(function* () {
          const { said, token, url } = yield* Process.start(yield* Process.site, {}, prepare())
          const password = /ada@demo\.example\s+(\S+)/u.exec(said())![1]!
          const client = yield* connect(url, token!)
          yield* drawCards(client)
          yield* Effect.promise(() => readOthers(client))
          yield* openPages(url, token!, password)
        }),
      120_000
    )
  })
}

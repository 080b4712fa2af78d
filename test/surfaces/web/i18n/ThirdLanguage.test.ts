/** A language that nobody speaks, as one more file: every text of it is in brackets, so that any other text shows. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import * as Paths from "../../../support/pages/Paths.ts"
import * as Process from "../../../support/server/Process.ts"
import { TestDatabase } from "../../../support/database/TestDatabase.ts"
import { sender } from "../../../support/server/TestService.ts"
import { temporaryDirectory } from "../../../support/server/TestServer.ts"

const made = `import * as en from "./en.ts"
import { Html, html } from "../Html.ts"
import * as Locale from "./Locale.ts"
import * as History from "./History.ts"
import type { Spoken, Words } from "./Spoken.ts"
import { english } from "../../../reports/rules/ReportWords.ts"

const bracketed = (entry: any): any =>
  typeof entry === "string"
    ? "⟦" + entry + "⟧"
    : typeof entry === "function"
      ? (...parts: Array<never>) => html\`⟦\${entry(...parts)}⟧\`
      : entry instanceof Html
        ? html\`⟦\${entry}⟧\`
        : Object.fromEntries(Object.entries(entry).map(([key, one]) => [key, bracketed(one)]))

const titles = new Proxy({}, { get: (_, title) => "⟦" + String(title) + "⟧" })

export const language: Spoken = {
  name: "Quirkish",
  words: bracketed(en) as Words,
  locale: Locale.make("en", "en-GB"),
  phrases: [],
  titles,
  operations: titles,
  history: History.english,
  report: { ...english(), summary: "⟦Summary⟧" }
}
`

const parts = ["src", "schema", "layers", "migrations", "scripts", "client", "docs", "deploy", "generated"]
const files = ["package.json", "package-lock.json", "tsconfig.json", "CHANGELOG.md"]

/** A copy of the service with one file more. */
const copied = Effect.map(temporaryDirectory, (root) => {
  for (const name of [...parts, ...files]) cpSync(name, join(root, name), { recursive: true })
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"))
  writeFileSync(join(root, "src/surfaces/web/i18n/qq.ts"), made)
  execFileSync(process.execPath, ["scripts/generate.ts"], { cwd: root, stdio: "pipe" })
  return root
})

/** Pages without texts of the domain, and what the demo's data and the signs between them are. */
const whole = [
  ...["/sign-in", "/forgot-password", "/find", "/deals/calendar", "/settings/apps", "/settings/workspace"],
  ...["/settings/members", "/settings/webhooks", "/settings/rehearsals", "/approvals", "/import"]
]
const data = /Sales Pipeline|Ada Park|AP\b|ada@demo\.example|[/·←,:]/gu

/** What is read on a page, without what stands in brackets, which may be inside of each other. */
const unbracketed = (html: string): string => {
  let text = html
    .replaceAll(/<(script|style|head|pre|code|bdi|option|textarea)\b[^>]*>[^]*?<\/\1>/gu, "")
    .replaceAll(/<[^<>]*>/gu, " ")
  for (let before = ""; before !== text;) {
    before = text
    text = text.replaceAll(/⟦[^⟦⟧]*⟧/gu, "")
  }
  return text.replaceAll(/\s+/gu, " ").trim()
}

layer(TestDatabase.layer)("a third language", (it) => {
  it.effect(
    "is one more file, and every page is in it",
    () =>
      Effect.gen(function* () {
        const root = yield* copied
        assert.include(readFileSync(join(root, "src/surfaces/web/i18n/Languages.ts"), "utf8"), "{ de, qq }")
        const service = yield* Process.start({ ...(yield* Process.site), DEMO: "1" }, { root })
        const [, email, password] = /(\S+@demo\.example)\s+(\S+)/u.exec(service.said())!
        const send = sender(service.url, service.token)
        const browser = new FormBrowser(service.url)
        yield* Effect.promise(async () => {
          await browser.signIn(email!, password!)
          const first = async (path: string) => (await send("GET", path)).body.data[0].id as string
          const ids = {
            board: await first("/v1/boards"),
            deal: await first("/v1/deals"),
            lead: await first("/v1/leads")
          }
          const found: Record<string, string> = {}
          for (const path of Paths.all(ids)) {
            const page = await browser.send(path, { headers: { "accept-language": "qq, en;q=0.5" } })
            if (page.headers.get("content-type")?.startsWith("text/html") !== true) continue
            assert.include(page.text, '<html lang="qq"', path)
            assert.match(page.text, /⟦/u, path)
            found[path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "id")] = unbracketed(page.text)
          }
          assert.isAtLeast(Object.keys(found).length, 40)
          for (const path of whole) assert.strictEqual(found[path]!.replaceAll(data, "").trim(), "", path)
        })
      }),
    120_000
  )
})

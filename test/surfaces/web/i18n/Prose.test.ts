import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { sep } from "node:path"
import * as en from "../../../../src/surfaces/web/i18n/en.ts"
import { prose } from "../../../support/pages/Prose.ts"

const root = "src/"

/** Texts for programs, and faults, which the API says in English and `phrases` translates. */
const others: Readonly<Record<string, string>> = {
  "surfaces/web/CsvDownload.ts": "a file's header",
  "identity/pages/signIn/Backchannel.ts": "answers to a provider",
  "identity/pages/account/FactorParts.ts": "the size of a drawing",
  "identity/pages/signIn/PasskeyForm.ts": "purposes of challenges",
  "identity/pages/signIn/ProviderSignIn.ts": "a line of the log",
  "identity/pages/signIn/SecondStep.ts": "a fault",
  "identity/pages/signIn/SignInDelay.ts": "a fault",
  "imports/pages/FailedRows.ts": "a file's header",
  "imports/pages/ImportStart.ts": "a schema, whose titles are translated",
  "intake/pages/Snippets.ts": "code to paste",
  "surfaces/web/Assets.ts": "headers",
  "surfaces/web/frame/Icons.ts": "a drawing",
  "surfaces/web/frame/PageLayout.ts": "the product's name",
  "boards/pages/Card.ts": "marks in a template",
  "boards/pages/StageEditor.ts": "marks in a template",
  "surfaces/web/frame/Toast.ts": "marks in a template",
  "surfaces/web/Markdown.ts": "texts of leads, not pages",
  "surfaces/web/Upload.ts": "faults",
  "surfaces/oauth/Consent.ts": "an answer to an app",
  "surfaces/oauth/ConsentPage.ts": "a name that is kept",
  "surfaces/oauth/ErrorPage.ts": "what a library says"
}

const names: ReadonlySet<string> = new Set([...Object.keys(en.frame.tab), ...Object.keys(en.frame.section)])

const sources = globSync([
  `${root}{*/pages,surfaces/web}/**/*.ts`,
  ...["Consent", "ConsentPage", "ErrorPage", "Redirect"].map((name) => `${root}surfaces/oauth/${name}.ts`)
])
  .map((file) => file.replaceAll(sep, "/"))
  .filter((file) => !file.includes("/i18n/"))

const found = new Map(
  sources.map((file) => [
    file.slice(root.length),
    prose(readFileSync(file, "utf8")).filter((text) => !names.has(text))
  ])
)

describe("the words of the pages", () => {
  it("are in the dictionaries, not in the pages' sources", () => {
    const exempt = new Set(Object.keys(others))
    const own = [...found].filter(([file, texts]) => texts.length > 0 && !exempt.has(file))
    assert.deepStrictEqual(own, [])
  })

  it("have no exception that is not needed any more", () => {
    const needless = Object.keys(others).filter((file) => (found.get(file) ?? []).length === 0)
    assert.deepStrictEqual(needless, [])
  })

  it("are found where they stand in a source", () => {
    const source = [
      'const a = html`<p class="soft">${name} has no deals</p>`',
      "const b = html`<button ${isOn && html`checked`}>${say.save}</button>`",
      'const form = { hint: "Any", type: "text", label: say.name } // Not this',
      "const c = `/boards/${id}`; const d = /It's/u.test(c)",
      'const e = html`<td title="Owner">${"Nobody " + "has it"}</td>`'
    ].join("\n")
    assert.deepStrictEqual(
      prose(source).map((text) => text.trim()),
      ["has no deals", "Any", "has it", "Owner"]
    )
  })
})

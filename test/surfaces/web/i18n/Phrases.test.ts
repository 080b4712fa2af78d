import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import * as Faults from "../../../../src/surfaces/web/Faults.ts"
import { plain } from "../../../../src/surfaces/web/Html.ts"
import * as Reader from "../../../../src/surfaces/web/i18n/Reader.ts"
import { languages } from "../../../../src/surfaces/web/i18n/Words.ts"
import type { Language } from "../../../../src/surfaces/web/i18n/Language.ts"

/** Where sentences are made that pages show of an input, of a row of an import, and of a delivery. */
const sources = [
  "schema/{Bulk,Field,Rules,TimeZone}.ts",
  "src/{imports,views,boards}/operations/*.ts",
  "src/{reports/operations/Periods,deals/operations/Deals}.ts",
  "src/shared/network/PublicUrl.ts",
  "src/identity/rules/KeyLimits.ts",
  "src/deals/rules/EmptyRange.ts",
  "src/webhooks/rules/{DeliveryStates,EndpointHealth}.ts",
  "src/jobs/webhooks/Attempt.ts",
  "layers/imports/CsvFile.ts"
]

/** What follows the name of a field in a sentence, or says what a receiver did; `7` stands for what is put in. */
const sentence =
  /["`]((?:(?:must|is|are|has|holds|takes) |The (?:receiver|URL|host name|file|line) )[^"`\n]{6,200})["`]/gu

/** Those of lanes, which no page asks for without a stage. */
const others: ReadonlyArray<string> = ["is at most 7 without stageId"]

const found = new Set(
  sources
    .flatMap((pattern) => globSync(pattern))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(sentence)].map(([, text]) => text!))
    .map((text) => text.replaceAll(/\$\{[^}]*\}/gu, "7"))
    // A template within a template ends too early here.
    .filter((text) => !others.includes(text) && !text.includes("${"))
)

const speaking = Object.keys(languages).filter((language) => language !== "en") as Array<Language>

describe("what the service says of an input", () => {
  it("is found", () => assert.isAtLeast(found.size, 40))

  it.each(speaking)("has words in %s", (language) => {
    const { phrases } = languages[language]
    const lacking = [...found].filter((text) => !phrases.some(([pattern]) => pattern.test(text)))
    assert.deepStrictEqual(lacking, [])
  })

  it("says in German why a subscription was switched off, with the reason", () => {
    const said = (text: string) => plain(Faults.text(text), Reader.of("de"))
    assert.strictEqual(
      said(
        "Nothing was delivered for 5 days, so the subscription was switched off. Last: The receiver answered 503."
      ),
      "Seit 5 Tagen kam nichts an, deshalb wurde das Abonnement abgeschaltet. Zuletzt: Der Empfänger hat mit 503 geantwortet."
    )
    assert.strictEqual(
      said("The receiver answered 410 (gone). The subscription was switched off."),
      "Der Empfänger hat mit 410 geantwortet: Diese Adresse gibt es nicht mehr. Das Abonnement wurde abgeschaltet."
    )
  })
})

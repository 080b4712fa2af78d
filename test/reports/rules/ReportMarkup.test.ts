import { assert, describe, it } from "@effect/vitest"
import { markupOf } from "../../../src/reports/rules/ReportMarkup.ts"
import type { View } from "../../../src/reports/rules/ReportFigures.ts"

const texts = [
  `<script>x()</script>`,
  `" onload="x()`,
  `' onload='x()`,
  `&lt;b&gt;`,
  `<img src=x onerror=x()>`
]

const viewWith = (text: string): View => ({
  title: text,
  board: text,
  date: text,
  tiles: [{ label: text, value: text, note: text, tone: "good" }],
  remarks: [text],
  groups: [
    {
      heading: text,
      rows: [
        { label: text, value: text, note: text, share: 0.5, part: 0.25, tone: "accent" },
        { label: text, value: text, note: text, share: null, part: null, tone: "warn" }
      ]
    }
  ],
  charts: [
    {
      heading: text,
      top: text,
      series: [{ name: text, tone: "bad" }],
      columns: [{ label: text, shares: [1] }]
    }
  ]
})

const tagsOf = (markup: string) => [...markup.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gu)].map(([tag]) => tag)

describe("a report's markup", () => {
  for (const text of texts) {
    it(`holds ${text} only as text`, () => {
      const markup = markupOf(viewWith(text), 1)
      assert.deepStrictEqual(tagsOf(markup), tagsOf(markupOf(viewWith("plain"), 1)))
      assert.notInclude(markup, text)
    })
  }

  it("gives lengths as percentages", () => {
    const markup = markupOf(viewWith("a"), 2)
    assert.include(markup, `<rect class="bar faint" width="50%"`)
    assert.include(markup, `<rect class="bar" width="25%"`)
    assert.include(markup, `y="0%"`)
    assert.include(markup, `<h2 class="title">a</h2>`)
    assert.include(markup, `<h3 class="heading">a</h3>`)
  })
})

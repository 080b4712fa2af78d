import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Markdown from "../../../src/surfaces/web/Markdown.ts"
import { drawn } from "../../../src/surfaces/web/Html.ts"
import { pace, processor } from "../../support/server/Pace.ts"
import * as Reader from "../../../src/surfaces/web/i18n/Reader.ts"

const render = (text: string) => drawn(Markdown.render(text), Reader.of("en"))

/** Every tag in a text. */
const tagsOf = (html: string) => html.match(/<[^>]*>/gu) ?? []

const known =
  /^<\/?(?:h[3-6]|p(?: class="(?:verbatim|hint)")?|br|hr|blockquote|ul|ol(?: start="\d+")?|li|strong|em|del|code|pre|span|thead|tbody|tr|th|td|table|a|div|div class="markdown"|div class="table" role="group" aria-label="Table" tabindex="0"|a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer nofollow")(?: \/)?>$/u

/** Checks that only the tags listed above occur. */
const assertTame = (text: string) => {
  for (const tag of tagsOf(render(text))) assert.match(tag, known, text)
}

const hostile = [
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `<svg/onload=alert(1)>`,
  `<svg><script>alert(1)</script></svg>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<style>*{display:none}</style>`,
  `<form action="https://evil.example"><input name=password></form>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<!--><img src=x onerror=alert(1)>-->`,
  `<![CDATA[<script>alert(1)</script>]]>`,
  `<p onclick=alert(1)>x</p>`,
  `[x](javascript:alert(1))`,
  `[x](JaVaScRiPt:alert(1))`,
  `[x](java&#x0A;script:alert(1))`,
  `[x](&#106;avascript:alert(1))`,
  `[x](<java script:alert(1)>)`,
  `[x](\u0001javascript:alert(1))`,
  `[x](vbscript:msgbox(1))`,
  `[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `[x](//evil.example)`,
  `[x](/sign-out)`,
  `[x](#main)`,
  `[x](https:/sign-out)`,
  `[x](https://a.example/" onmouseover="alert(1))`,
  `[x](https://a.example "t\\" onmouseover=\\"alert(1)")`,
  `[x][r]\n\n[r]: javascript:alert(1)`,
  `<javascript:alert(1)>`,
  `<data:text/html,x>`,
  `![x](javascript:alert(1))`,
  `![x](data:image/svg+xml;base64,PHN2Zy8+)`,
  `![x" onerror="alert(1)](https://evil.example/x.png)`,
  `![x](https://evil.example/x.png "t\\" onload=\\"alert(1)")`,
  `[![x](https://evil.example/x.png)](javascript:alert(1))`,
  `![![x](javascript:1)](https://evil.example/x.png)`,
  `www.evil.example"onmouseover=alert(1)`,
  `https://evil.example/<script>alert(1)</script>`,
  `a@b.example"onclick=alert(1)`,
  `<https://evil.example/"onmouseover=alert(1)>`,
  "```<script>\nx\n```",
  '```"><script>alert(1)</script>\nx\n```',
  "`<script>alert(1)</script>`",
  `| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |`,
  `- [x] <input autofocus onfocus=alert(1)>`,
  `# <svg/onload=alert(1)>`,
  `> > > <script>alert(1)</script>`,
  `[^1]\n\n[^1]: <script>alert(1)</script>`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `\\<script>alert(1)\\</script>`,
  `<div class="table" role="group"><table>`
]

describe("Markdown", () => {
  for (const text of hostile) {
    it(`${text.slice(0, 50)} is tame`, () => {
      assertTame(text)
      assertTame(`- ${text}\n\n> ${text}\n\n# ${text}\n\n**${text}** [${text}](https://a.example)`)
    })
  }

  it("is tame whatever stands in it", () => {
    const part = fc.oneof(
      fc.constantFrom(...hostile),
      fc.constantFrom(
        "\n",
        "\n\n",
        "> ",
        "- ",
        "`",
        "```",
        "[",
        "](",
        ")",
        "![",
        "<",
        ">",
        '"',
        "|",
        "\\",
        "&",
        "*"
      ),
      fc.string({ unit: "binary" })
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => assertTame(parts.join(""))),
      { numRuns: 500 }
    )
  })

  it("shows the formatting that qualifiers use", () => {
    const shown = render(
      "## Why\n\n- **Nine** rooms, ~~ten~~\n- [x] checked\n- [ ] open\n\n| a |\n|---|\n| 1 |"
    )
    assert.include(shown, "<h3>Why</h3>")
    assert.include(shown, "<li><strong>Nine</strong> rooms, <del>ten</del></li>")
    assert.include(shown, "<span>☑</span> checked")
    assert.include(shown, "<span>☐</span> open")
    assert.match(shown, /<div class="table"[^>]*><table>[\s\S]*<td>1<\/td>[\s\S]*<\/table><\/div>/u)
  })

  it("links only to web and mail addresses, and sends no referrer", () => {
    const link = (address: string) => `<a href="${address}" rel="noopener noreferrer nofollow">`
    assert.include(render("[x](https://a.example/b?c=d&e)"), `${link("https://a.example/b?c=d&amp;e")}x</a>`)
    assert.include(render("www.a.example"), `${link("http://www.a.example/")}www.a.example</a>`)
    assert.include(render("mia@a.example"), `${link("mailto:mia@a.example")}mia@a.example</a>`)
    for (const address of ["javascript:1", "data:,x", "/deals", "//a.example", "ftp://a.example", "tel:1"]) {
      assert.include(render(`[there](${address})`), "<p><span>there</span></p>", address)
    }
  })

  it("loads no image: it becomes a link, or its text inside a link", () => {
    assert.include(
      render("![A chart](https://a.example/c.png)"),
      `<a href="https://a.example/c.png" rel="noopener noreferrer nofollow">A chart</a>`
    )
    assert.include(render("![](https://a.example/c.png)"), ">Image</a>")
    assert.include(
      render("[![A badge](https://a.example/c.png)](https://b.example/)"),
      `<a href="https://b.example/" rel="noopener noreferrer nofollow"><span>A badge</span></a>`
    )
    assert.notInclude(render("![x](https://a.example/c.png)"), "<img")
  })

  it("puts its headings below the page's own, without a gap", () => {
    const headings = (text: string) =>
      [...render(text).matchAll(/<h(\d)>/gu)].map(([, level]) => level).join("")
    assert.strictEqual(headings("# a\n\n## b\n\n## c\n\n# d"), "3443")
    assert.strictEqual(headings("## a\n\n#### b\n\n###### c\n\n### d"), "3454")
    assert.strictEqual(headings("# a\n## b\n### c\n#### d\n##### e\n###### f"), "345666")
    assert.strictEqual(headings("### a\n# b"), "33")
    assert.strictEqual(headings("a\n\n#\n"), "")
    assert.strictEqual(headings("# ![logo](https://a.example/l.png)"), "3")
  })

  it("takes little time and space, whatever is sent", () => {
    const many = (text: string, times = 20_000) => text.repeat(times)
    const texts = [
      ...["*", "*a_ ", "[", "]", "![", "](a)", "> ", ">", "- ", "`", "<", "&", "~", "|a", "# a\n", "- a\n\n"],
      ...["[a](", "www.", "a@b.c", "[a]: b\n", "<!--", "[^a]"],
      ...["1. ", "+ ", "- - - - a\n", "a|b\n-|-\n", "  - a\n", "- a\n  - b\n    - c\n"]
    ].map((text) => many(text))
    texts.push(`${many("![", 10_000)}${many("](a)", 10_000)}`, `${many("[^a]", 4_000)}\n\n[^a]: x`)
    // What takes quadratic time for one of them takes longer than a test may.
    for (const text of texts) {
      const { length } = render(text)
      assert.isBelow(length, 400_000, text.slice(0, 12))
    }
  })

  it("blocks a page for less than 50 ms, however lists nest and tables grow", () => {
    const nested = (lines: number, unit: string, deepest = lines) =>
      Array.from({ length: lines }, (_, line) => `${unit.repeat(line % deepest)}- a`).join("\n")
    const table = (rows: number, columns: number) =>
      `|${"a|".repeat(columns)}\n|${"-|".repeat(columns)}\n${`|${"a|".repeat(columns)}\n`.repeat(rows)}`
    const texts = [
      ...[40, 60, 100, 200].map((lines) => nested(lines, "\t")),
      ...[100, 190].map((lines) => nested(lines, "  ")),
      ...[5, 10, 20, 40].map((deepest) => nested(390, "  ", deepest)),
      ...[table(390, 20), table(390, 10), table(390, 4), table(100, 10), table(2, 1_000), table(390, 1)],
      Array.from({ length: 390 }, () => "> > > > > > - a").join("\n"),
      `${nested(30, "\t")}\n\n${table(60, 20)}\n\n${"*a* [b](https://b.example) ".repeat(200)}`
    ]
    for (const text of texts) {
      // Of the processor, and the least of several: other work on the machine doesn't count.
      const took = Array.from({ length: 5 }, () => {
        const before = processor()
        render(text)
        return processor() - before
      })
      const least = Math.min(...took)
      assert.isBelow(least > 50 ? least / pace() : least, 50, text.slice(0, 40))
    }
    assert.include(render(nested(10, "\t")), "<ul>")
    assert.include(render(table(50, 10)), "<table>")
    assert.include(render(nested(200, "\t")), 'class="verbatim"')
    assert.include(render(table(390, 20)), 'class="verbatim"')
  })

  it("shows the start of a text that is too long, and says so", () => {
    const shown = render(`${"word ".repeat(4_000)}END`)
    assert.notInclude(shown, "END")
    assert.include(shown, "There is more of this text")
    assert.notInclude(render("word"), "There is more")
  })

  it("shows a text as typed if parsing it would take long", () => {
    assert.include(render(`${"*a ".repeat(1_001)}<b>`), "*a *a *a")
    assert.include(render(`${"*a ".repeat(1_001)}<b>`), "&lt;b&gt;")
  })
})

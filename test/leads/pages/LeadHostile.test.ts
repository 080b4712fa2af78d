import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as LeadSamples from "../../support/samples/LeadSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const run = "window.owned=1;alert(1)"

/** Text that would run as script if a page did not escape it. */
const texts = [
  `<script>${run}</script>`,
  `"><img src=x onerror="${run}">`,
  `'><svg onload='${run}'>`,
  "` onmouseover=`window.owned=1",
  `</title></textarea></style></script><script>${run}</script>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<img src="https://evil.example/pixel.png">`,
  `<link rel="stylesheet" href="https://evil.example/x.css">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<base href="https://evil.example/"><form action="https://evil.example/"><button>Contacted</button></form>`,
  `<style>*{background:url(https://evil.example/x)}</style><p style="background:url(https://evil.example/y)">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<a href="javascript:${run}" autofocus onfocus=${run}>x</a>`,
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `//evil.example/x`,
  `${"<b>".repeat(40)}\u202Eevil`
]

/** The same for Markdown. */
const bodies = [
  `[x](javascript:${run})`,
  `[x](java&#x0A;script:${run})`,
  `[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cub3duZWQ9MTwvc2NyaXB0Pg==)`,
  `![x](https://evil.example/pixel.png)`,
  `[![x](https://evil.example/a.png)](javascript:${run})`,
  `![x" onerror="${run}](https://evil.example/b.png "t\\" onload=\\"${run}")`,
  `<javascript:${run}> <https://evil.example/"onmouseover=${run}>`,
  `www.evil.example"onmouseover=${run}`,
  `- [x] <input autofocus onfocus=${run}>`,
  `> # <svg/onload=${run}>\n> > <img src=x onerror=${run}>`,
  `| <script>${run}</script> |\n|---|\n| <img src=x onerror=${run}> |`,
  '```"><script>window.owned=1</script>\n</code></pre><script>window.owned=1</script>\n```',
  `[^1]\n\n[^1]: <script>${run}</script>`,
  `<div class="table" role="group"><table>${"<td>".repeat(30)}`,
  `[x]: https://evil.example "<script>${run}</script>"\n\n[x]`,
  `&lt;script&gt;${run}&lt;/script&gt; \\<script>${run}\\</script>`,
  `<!--><img src=x onerror=${run}>--> <![CDATA[<script>${run}</script>]]> <?x <script>${run}</script> ?>`
]

const fieldsOf = (text: string) => {
  const line = text.slice(0, 500)
  const tracked = ["sourceUrl", "pageTitle", "referrer", "utmSource", "utmMedium", "utmCampaign", "utmTerm"]
  const more = [
    "utmContent",
    "gclid",
    "fbclid",
    "msclkid",
    "consentText",
    "howHeard",
    "message",
    "companyWebsite"
  ]
  return {
    ...Object.fromEntries([...tracked, ...more].map((name) => [name, text])),
    ...Object.fromEntries(["firstName", "lastName", "phone", "companyName"].map((name) => [name, line])),
    workEmail: "o'hara&co+x@evil.example"
  }
}

const enrichmentOf = (text: string, body: string, image: string) => ({
  score: 50,
  status: "complete",
  scoreDisplay: text,
  verdict: text,
  body: `${body}\n\n${text}\n\n# ${text}\n\n[${text}](https://evil.example/)`,
  provider: text,
  summary: text,
  notes: text,
  contact: {
    name: text,
    title: text,
    phone: text,
    linkedin: `https://www.linkedin.com/in/"onmouseover="${run}`,
    website: `http://evil.example/'><script>${run}</script>`
  },
  screenshot: image,
  attachments: [{ url: image, filename: text, kind: text, own: text }],
  [text.slice(0, 60)]: text,
  nested: { [text]: [text] },
  constructor: text
})

/** Elements that could run, or lead to an address that is not shown. */
const findActive = `Array.from(document.querySelectorAll("*"), (element) => [
  ...Array.from(element.attributes)
    .filter(({ name }) => name.startsWith("on") || name === "style" || name === "srcdoc" || name === "srcset")
    .map(({ name }) => element.tagName + " " + name),
  ...(element.matches("iframe, object, embed, svg:not(header svg), math, style, base, meta[http-equiv]") ? [element.tagName] : []),
  ...(element.matches("a[href]") && !/^(https?|mailto|tel):/.test(element.href) ? [element.href] : []),
  ...(element.matches("img") && !/^\\/files\\//.test(element.getAttribute("src")) ? [element.src] : []),
  ...(element.matches("form") && !element.action.startsWith(location.origin) ? [element.action] : []),
  ...(element.matches("script, link") && element.matches(":not(head > [rel=icon])") &&
    !(element.src ?? element.href).startsWith(location.origin) ? [element.outerHTML] : [])
]).flat()`

const settings = { OUTBOUND_ALLOW_PRIVATE: "true", PROMOTION_ENABLED: "true" }

layer(Layer.merge(TestService.layer(settings), Browser.layer()), { excludeTestServices: true })(
  "a lead's text",
  (it) => {
    it.effect(
      "runs nowhere, loads nothing, and redirects nobody",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { base, send } = owner
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          const images = yield* LeadSamples.gallery
          yield* Effect.promise(async () => {
            await page.addInitScript(
              `document.addEventListener("securitypolicyviolation", (event) => {
                console.error("violation of " + event.violatedDirective + " by " + event.blockedURI)
              })`
            )
            const foreign: Array<string> = []
            page.on("request", (request) => {
              if (!request.url().startsWith(base) && request.url() !== "data:,") foreign.push(request.url())
            })
            page.on("framenavigated", (frame) => {
              if (!frame.url().startsWith(base)) foreign.push(`went to ${frame.url()}`)
            })
            const ids: Array<string> = []
            const write = async (text: string, index: number) => {
              const created = await send("POST", "/v1/leads", fieldsOf(text))
              assert.strictEqual(created.status, 201, created.text)
              const body = bodies[index % bodies.length]!
              const enrichment = enrichmentOf(text, body, `${images.url}/${index}.png`)
              const patched = await send("PATCH", `/v1/leads/${created.body.id}`, { enrichment })
              assert.strictEqual(patched.status, 200, patched.text)
              ids.push(created.body.id)
            }
            for (const [index, text] of texts.entries()) await write(text, index)
            const check = async (what: string) => {
              assert.deepStrictEqual(await page.evaluate(findActive), [], what)
              assert.isUndefined(await page.evaluate("window.owned"), what)
              assert.deepStrictEqual([complaints, foreign], [[], []], what)
            }
            const refresh = `new Promise((resolve) => {
              document.addEventListener("refreshed", resolve, { once: true })
              document.dispatchEvent(new Event("refresh"))
            })`
            await page.goto(`${base}/leads`)
            assert.strictEqual(await page.locator(".lead").count(), texts.length)
            await check("the inbox")
            for (const [index, id] of ids.entries()) {
              await page.goto(`${base}/leads/${id}`, { waitUntil: "networkidle" })
              await page.locator("summary", { hasText: "History" }).click()
              await check(texts[index]!)
              // Text stays harmless after another pass through the document.
              await send("PATCH", `/v1/leads/${id}`, { enrichment: { score: 51 } })
              await page.evaluate(refresh)
              await page.getByText("History: 2 updates").waitFor()
              await check(`${texts[index]!} refreshed`)
            }
            await page.goto(`${base}/leads`)
            await send("PATCH", `/v1/leads/${ids[0]}`, { triageStatus: "contacted" })
            await page.evaluate(refresh)
            await check("the inbox refreshed")
            await page.goto(`${base}/leads?q=${encodeURIComponent(texts[1]!)}`)
            await check("a search")
          })
        }),
      180_000
    )
  }
)

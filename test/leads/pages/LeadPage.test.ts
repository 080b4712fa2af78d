import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "../../support/pages/FormBrowser.ts"
import * as LeadSamples from "../../support/samples/LeadSamples.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** The index of the form with this target. */
const formTo = (page: Page, action: string) => page.forms.findIndex((form) => form.action === action)

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const create = async (fields: object, patch?: object) => {
    const { body } = await owner.send("POST", "/v1/leads", fields)
    if (patch !== undefined) await owner.send("PATCH", `/v1/leads/${body.id}`, patch)
    return body.id as string
  }
  const lead = async (id: string) => (await owner.send("GET", `/v1/leads/${id}`)).body
  return { ...owner, create, lead }
})

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true", BASE_URL: "https://crm.example" }), {
  excludeTestServices: true
})("a lead's page without scripts", (it) => {
  it.effect("shows the message and the enrichment, with ways to reply", () =>
    Effect.gen(function* () {
      const { browser, create, send } = yield* start
      yield* Effect.promise(async () => {
        const id = await create({
          ...LeadSamples.full,
          workEmail: "mia+x@acme.example",
          phone: "+1 (555) 01-42"
        })
        await send("PATCH", `/v1/leads/${id}`, { enrichment: LeadSamples.long })
        await send("PATCH", `/v1/leads/${id}`, { enrichment: { more: null, score: 87 } })
        const { text } = await browser.open(`/leads/${id}`)
        assert.include(text, 'href="mailto:mia%2Bx@acme.example"')
        assert.include(text, 'href="tel:+15550142"')
        assert.include(text, 'href="https://www.ferrum-freight.example/"')
        const parts = [
          ...[
            "They Contact",
            "cold-chain",
            "cpc",
            "Cj0KCQjw8OuFhCvARIsAK",
            "https://www.google.example/"
          ].slice(1),
          ...["Agreed to be contacted", "I agree to be contacted", "A colleague at Halden"],
          ...["Strong fit: call today", "A- (88 of 100)", "Lead scout", "Head of Fleet", "Ask for Nadia"],
          ...["<h3>Why they fit</h3>", "<td>Rotterdam</td>", "<dt>employees</dt>", "<dt>more</dt>"],
          ...["&quot;kind&quot;: &quot;hiring&quot;", "History: 2 updates", "Updated score, more"]
        ]
        for (const part of parts) assert.include(text, part)
        assert.match(text, /by\s+API key <strong>First key<\/strong>/u)
        assert.notInclude(text, "<dt>history</dt>")
      })
    })
  )

  it.effect("shows images from this service, whatever its BASE_URL", () =>
    Effect.gen(function* () {
      const { base, browser, create, send } = yield* start
      const images = yield* LeadSamples.gallery
      yield* Effect.promise(async () => {
        const id = await create({ companyName: "Acme" })
        const enrichment = {
          screenshot: `${images.url}/1.png`,
          attachments: [{ url: `${images.url}/2.png`, filename: 'a "b".png' }, { url: `${images.url}/3.png` }]
        }
        const patched = await send("PATCH", `/v1/leads/${id}`, { enrichment })
        assert.match(patched.body.enrichment.screenshot, /^https:\/\/crm\.example\/files\//u)
        const { text } = await browser.open(`/leads/${id}`)
        const found = [
          ...text.matchAll(
            /<img\s+src="(\/files\/[\w-]{43})"\s+alt="([^"]+)"\s+width="640"\s+height="400"\s+loading="lazy"/gu
          )
        ]
        assert.deepStrictEqual(
          found.map(([, , alt]) => alt),
          ["Screenshot of Acme", "a &quot;b&quot;.png", "Image 2"]
        )
        for (const [, path] of found) {
          const image = await fetch(base + path!)
          assert.strictEqual(image.headers.get("content-type"), "image/png")
        }
        assert.notInclude(text, 'src="http')
      })
    })
  )

  it.effect("says that promotion is off, and does not promote", () =>
    Effect.gen(function* () {
      const { browser, create, lead } = yield* start
      yield* Effect.promise(async () => {
        const id = await create({ firstName: "Mia" })
        const page = await browser.open(`/leads/${id}`)
        assert.include(page.text, "Promotion is turned off")
        const refused = await browser.submit(
          { ...page, forms: [{ ...page.forms.at(-1)!, action: `/leads/${id}/promote` }] },
          {}
        )
        assert.strictEqual(refused.status, 403)
        assert.include(refused.text, "Promotion is turned off")
        assert.isNull((await lead(id)).dealId)
      })
    })
  )
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }), { excludeTestServices: true })(
  "a lead's page, promotion being on,",
  (it) => {
    it.effect("names the writer, whether by key or by app", () =>
      Effect.gen(function* () {
        const { base, browser, create, send, workspace } = yield* start
        const service = yield* TestService
        const colleague = yield* service.member(workspace.id, "member")
        yield* Effect.promise(async () => {
          const id = await create({ firstName: "Mia" })
          const app = await OAuthApp.make(base, { client_name: "Scout & Co" })
          const { access_token: token } = await app.connect(browser)
          for (const by of [send, colleague.send, service.as(token)]) {
            const { status } = await by("PATCH", `/v1/leads/${id}`, { enrichment: { score: 1 } })
            assert.strictEqual(status, 200)
          }
          const { text } = await browser.open(`/leads/${id}`)
          const by = [...text.matchAll(/<\/time>\s+by\s+([^<]*<strong>[^<]*)/gu)].map(([, who]) => who)
          assert.deepStrictEqual(by, [
            "App <strong>Scout &amp; Co",
            "API key <strong>member key",
            "API key <strong>First key"
          ])
        })
      })
    )

    it.effect("makes one deal, with the given name and owner, and links to it", () =>
      Effect.gen(function* () {
        const { browser, create, lead, send, workspace } = yield* start
        const colleague = yield* (yield* TestService).member(workspace.id, "member")
        yield* Effect.promise(async () => {
          const id = await create({ firstName: "Mia", companyName: "Acme" })
          const page = await browser.open(`/leads/${id}`)
          const at = formTo(page, `/leads/${id}/promote`)
          assert.strictEqual(page.forms[at]!.inputs.find(({ name }) => name === "dealName")!.value, "Acme")
          const long = "n".repeat(201)
          const refused = await browser.submit(page, { dealName: long, ownerUserId: colleague.id }, at)
          assert.strictEqual(refused.status, 400)
          assert.match(
            refused.text,
            /id="dealName-error"[^>]*>Name of the deal must be at most 200 characters\./u
          )
          assert.include(refused.text, `value="${long}"`)
          assert.include(refused.text, `<option value="${colleague.id}" selected>`)
          const asked = { dealName: "Acme: trailers", ownerUserId: colleague.id }
          const done = await browser.submit(page, asked, at)
          const { dealId, triageStatus } = await lead(id)
          assert.strictEqual(triageStatus, "promoted")
          assert.include(done.text, "Lead promoted. The deal is on the board.")
          assert.include(done.text, `href="/deals/${dealId}"`)
          assert.strictEqual(formTo(done, `/leads/${id}/promote`), -1)
          await browser.submit(page, asked, at)
          const { body } = await send("GET", "/v1/deals")
          assert.lengthOf(body.data, 1)
          assert.deepInclude(body.data[0], { id: dealId, name: "Acme: trailers", ownerId: colleague.id })
        })
      })
    )

    it.effect("offers to promote again, and links to no deal, if its deal was deleted", () =>
      Effect.gen(function* () {
        const { browser, create, lead, send } = yield* start
        yield* Effect.promise(async () => {
          const id = await create({ companyName: "Acme" })
          const first = await send("POST", `/v1/leads/${id}/promote`)
          await send("DELETE", `/v1/deals/${first.body.dealId}`)
          const page = await browser.open(`/leads/${id}`)
          assert.include(page.text, "The deal it became was deleted.")
          assert.notInclude(page.text, `/deals/${first.body.dealId}`)
          const done = await browser.submit(page, {}, formTo(page, `/leads/${id}/promote`))
          const { dealId } = await lead(id)
          assert.notStrictEqual(dealId, first.body.dealId)
          assert.include(done.text, `href="/deals/${dealId}"`)
        })
      })
    )
  }
)

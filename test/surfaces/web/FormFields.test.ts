import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type { Page } from "playwright-core"
import * as Field from "../../../schema/Field.ts"
import { everything } from "../../../src/Registry.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const settings = { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }

const pages = Layer.merge(TestService.layer(settings), Browser.layer())

/** Where a form stands, where it goes, and the operation it does. */
const forms = [
  ["/boards/:board/new", "/boards/:board/new", "deals.create"],
  ["/deals/:deal/edit", "/deals/:deal/edit", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/name", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/company", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/amount", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/owner", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/labels", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/next", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/close", "deals.update"],
  ["/deals/:deal", "/deals/:deal/move", "deals.move"],
  ["/forecast?period=overdue", "/forecast/deals/:deal/edit/close", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/contact", "deals.update"],
  ["/deals/:deal", "/deals/:deal/edit/terms", "deals.update"],
  ["/deals/:deal", "/deals/:deal/notes", "notes.create"],
  ["/today", "/today/:deal/reschedule", "deals.update"],
  ["/today", "/today/:deal/note", "notes.create"],
  ["/deals/:deal?edit=:note", "/deals/:deal/notes/:note", "notes.update"],
  ["/leads/:lead", "/leads/:lead/promote", "leads.promote"],
  ["/settings/boards", "/settings/boards", "boards.create"],
  ["/settings/boards/:board", "/settings/boards/:board", "boards.update"],
  ["/settings/boards/:board", "/settings/boards/:board/goals", "boards.setGoals"],
  ["/settings/workspace", "/settings/workspace", "workspace.update"],
  ["/settings/keys", "/settings/keys", "keys.create"],
  ["/settings/keys", "/settings/keys/:key/revoke", "keys.revoke"],
  ["/settings/members", "/settings/members", "invitations.create"],
  ["/settings/members/:me", "/settings/members/:me/role", "members.set_role"],
  ["/settings/templates", "/settings/templates", "templates.create"],
  ["/settings/templates/:template", "/settings/templates/:template", "templates.update"],
  ["/settings/webhooks/new", "/settings/webhooks", "webhooks.create"],
  ["/settings/webhooks/:webhook", "/settings/webhooks/:webhook", "webhooks.update"],
  ["/settings/intake/:board", "/settings/intake/:board/owner", "intake.setOwner"],
  ["/settings/rehearsals", "/settings/rehearsals", "rehearsals.create"],
  ["/settings/rehearsals/:rehearsal", "/settings/rehearsals/:rehearsal/clock", "rehearsals.setClock"],
  [":contact", ":contact", "leads.create"]
] as const

/** Its rows are stages, each with an input of its own; the other one chooses among workspaces. */
const others = ["/settings/boards/:board/stages", "/workspace"]

/** Amounts, which are typed in decimals. */
const money = ["amountCents", "defaultDealAmountCents", "deal_value"]

interface Seen {
  readonly action: string
  readonly name: string
  readonly type: string
  readonly max: string | null
  readonly min: string | null
  readonly maxLength: string | null
  readonly required: boolean
  readonly options: ReadonlyArray<string> | null
}

const controls = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('form[method="post"]')].flatMap((form) =>
    [...form.elements].filter((one) => one.name && one.type !== "submit" && one.type !== "hidden" && one.tabIndex !== -1).map((one) => ({
      action: new URL(form.action).pathname,
      name: one.name,
      type: one.type,
      max: one.getAttribute("max"),
      min: one.getAttribute("min"),
      maxLength: one.getAttribute("maxlength"),
      required: one.required,
      options: one.options ? [...one.options].map(({ value }) => value) : null
    })))`) as Promise<ReadonlyArray<Seen>>

/** A field as the API's documents describe it. */
const described = (fields: Schema.Struct.Fields, name: string) => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct(fields)) as any
  const plain = ({ $ref, allOf = [], ...json }: any): any =>
    Object.assign($ref ? plain(definitions[$ref.split("/").at(-1)]) : {}, ...allOf.map(plain), json)
  const field = plain(schema.properties[name])
  const own = plain((field.anyOf ?? [field]).find(({ type }: any) => type !== "null"))
  const nullable = (field.anyOf ?? []).some(({ type }: any) => type === "null")
  return { ...own, nullable, required: schema.required?.includes(name) === true }
}

const attribute = (value: unknown) => (value === undefined ? null : String(value))

const furnished = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const visit = yield* open(yield* Browser)
  yield* SignedIn.inChromium(visit.page, owner)
  const ids = yield* Effect.promise(async () => {
    const boardId = owner.board.id
    const make = async (path: string, body: object) => (await owner.send("POST", path, body)).body.id
    const deal = await make("/v1/deals", {
      boardId,
      name: "Deal",
      expectedCloseAt: "2026-01-01",
      nextStepAt: "2026-05-04"
    })
    await owner.browser.submitTo(
      await owner.browser.open(`/settings/intake/${boardId}`),
      `/settings/intake/${boardId}/open`
    )
    const { text } = await owner.browser.open(`/settings/intake/${boardId}`)
    await owner.browser.submitTo(await owner.browser.open("/settings/rehearsals"), "/settings/rehearsals")
    const rehearsals = (await owner.browser.open("/settings/rehearsals")).text
    return {
      board: boardId,
      me: owner.user.id,
      rehearsal: /rehearsals\/([0-9a-f-]{36})/u.exec(rehearsals)![1]!,
      key: owner.apiKey.id,
      deal,
      note: await make(`/v1/deals/${deal}/notes`, { contentText: "Note" }),
      template: await make("/v1/templates", { name: "Hello", subject: "Hello", body: "Hello" }),
      lead: await make("/v1/leads", { firstName: "Mia" }),
      webhook: await make("/v1/webhooks", {
        boardId,
        url: "https://192.0.43.8/hooks",
        events: ["deal.won"]
      }),
      contact: /\/f\/[0-9a-v]{52}/u.exec(text)![0]
    }
  })
  const fill = (path: string) => path.replaceAll(/:(\w+)/gu, (_, name: keyof typeof ids) => ids[name])
  return { ...owner, ...visit, ids, fill }
})

layer(pages, { excludeTestServices: true })("the fields of every form", (it) => {
  it.effect(
    "are those of its operation, and hold a browser to what its schema holds a caller to",
    () =>
      Effect.gen(function* () {
        const { base, fill, page } = yield* furnished()
        for (const [path, target, id] of forms) {
          yield* Effect.promise(() => page.goto(base + fill(path)))
          const seen = yield* Effect.promise(() => controls(page))
          const known = [...forms.map(([, action]) => action), ...others].map(fill)
          for (const { action } of seen) assert.include(known, action, `a form at ${path} that is not tested`)
          const { http, input } = everything.find((one) => one.id === id)!
          const own = seen.filter(({ action }) => action === fill(target))
          assert.isNotEmpty(own, id)
          for (const { max, maxLength, min, name, options, required, type } of own) {
            const at = `${name} of ${id}`
            assert.property(input, name, at)
            if (type === "checkbox") continue
            const { nullable, required: isRequired, ...own } = described(input, name)
            const field = money.includes(name) ? described({ amount: Field.Amount }, "amount") : own
            const limits = [field.maxLength, field.minimum, field.maximum].map(attribute)
            const bound = type === "text" || type === "textarea" || type === "number" || type === "email"
            if (bound) assert.deepStrictEqual([maxLength, min, max], limits, at)
            const blank = nullable && options?.includes("") ? [""] : []
            if (field.enum !== undefined) assert.deepStrictEqual(options, [...blank, ...field.enum], at)
            if (http?.method !== "PATCH") assert.strictEqual(required, isRequired && !nullable, at)
          }
        }
      }),
    120_000
  )

  it.effect(
    "show what is wrong with a deal at its fields, with the focus on the first, and keep what was typed",
    () =>
      Effect.gen(function* () {
        const { base, fill, page, send, ids } = yield* furnished()
        yield* Effect.promise(async () => {
          await page.goto(base + fill("/deals/:deal/edit"))
          await page.getByLabel("Deal").fill(" ")
          await page.getByLabel("Amount").fill("1.234")
          await page.getByLabel("Labels").fill(`short\n${"l".repeat(81)}`)
          await page.getByLabel("Key terms").fill("Net 30")
          await page.getByRole("button", { name: "Save" }).click()
          await page.locator("#name[aria-invalid]:focus").waitFor()
          await inspect(page, "deal-refused")
          const said = (id: string) =>
            page.evaluate(
              `document.getElementById(${JSON.stringify(id)}).getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent).join(" ")`
            ) as Promise<string>
          assert.strictEqual(await said("name"), "Deal must not be blank.")
          assert.match(
            await said("amountCents"),
            /^Amount is ambiguous: .* In USD, for example 12500\.00\.$/u
          )
          assert.match(await said("labels"), /^Label 2 must be at most 80 characters\./u)
          assert.strictEqual(await page.locator("[aria-invalid]").count(), 3)
          assert.strictEqual(await page.getByRole("alert").count(), 0)
          assert.strictEqual(await page.getByLabel("Amount").inputValue(), "1.234")
          assert.strictEqual(await page.getByLabel("Key terms").inputValue(), "Net 30")
          assert.strictEqual((await send("GET", `/v1/deals/${ids.deal}`)).body.name, "Deal")
          await page.getByLabel("Deal").fill("Better")
          await page.getByLabel("Amount").fill("1234.50")
          await page.getByLabel("Labels").fill("short")
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Deal saved.").waitFor()
          const { amountCents, keyTerms, name } = (await send("GET", `/v1/deals/${ids.deal}`)).body
          assert.deepStrictEqual([name, amountCents, keyTerms], ["Better", 123_450, "Net 30"])
        })
      }),
    60_000
  )

  it.effect(
    "show what is wrong with a lead at its fields, on its page and on the page it came by",
    () =>
      Effect.gen(function* () {
        const { base, fill, page } = yield* furnished()
        const long = "n".repeat(201)
        yield* Effect.promise(async () => {
          await page.goto(base + fill("/leads/:lead"))
          await page.evaluate(`document.getElementById("dealName").removeAttribute("maxlength")`)
          await page.getByLabel("Name of the deal").fill(long)
          await page.getByRole("button", { name: "Promote" }).click()
          await page.locator("#dealName[aria-invalid]:focus").waitFor()
          assert.strictEqual(
            await page.locator("#dealName-error").innerText(),
            "Name of the deal must be at most 200 characters."
          )
          assert.strictEqual(await page.getByLabel("Name of the deal").inputValue(), long)
          await page.goto(base + fill(":contact"))
          await page.getByLabel("First name").fill("Mia")
          await page.getByLabel("Work email").fill("nobody")
          await page.getByRole("button", { name: "Send" }).click()
          await page.locator("#workEmail[aria-invalid]:focus").waitFor()
          await inspect(page, "contact-refused")
          assert.strictEqual(
            await page.locator("#workEmail-error").innerText(),
            "Work email must be an email address."
          )
          assert.strictEqual(await page.getByLabel("First name").inputValue(), "Mia")
        })
      }),
    60_000
  )
})

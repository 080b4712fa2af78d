import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { counts, fixture, folder, furnished, made } from "../../support/server/ImportCommand.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer(), { excludeTestServices: true })("admin import", (it) => {
  it.effect("reads HubSpot's deals twice, and the second time changes nothing", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const tried = yield* run("deals", fixture("hubspot-deals.csv"), "--dry-run")
      assert.deepStrictEqual(counts(tried), [4, 0, 0, 0], JSON.stringify(tried))
      assert.deepStrictEqual(tried.unmapped, ["Pipeline", "Deal Description"])
      assert.deepStrictEqual(yield* list("/v1/deals?status=all"), [])
      assert.deepStrictEqual(counts(yield* run("deals", fixture("hubspot-deals.csv"))), [4, 0, 0, 0])
      assert.deepStrictEqual(counts(yield* run("deals", fixture("hubspot-deals.csv"))), [0, 0, 4, 0])
      const [won] = yield* list("/v1/deals?status=all&externalId=hubspot-102")
      assert.deepStrictEqual(
        [won.amountCents, won.wonAt, won.createdAt, won.primaryContact.email],
        [480_050, "2024-05-02T14:00:00.000Z", "2024-02-01T08:00:00.000Z", "tom@bryce.example"]
      )
      const [open] = yield* list("/v1/deals?externalId=hubspot-101")
      assert.strictEqual(open.stage.name, "Verbal")
    })
  )

  it.effect("reads Pipedrive's deals and people, and writes the lines that failed to mend them", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const errors = join(folder, "errors.csv")
      const first = yield* run("deals", fixture("pipedrive-deals.csv"), "--errors", errors)
      assert.deepStrictEqual(counts(first), [2, 0, 0, 1], JSON.stringify(first))
      assert.strictEqual(first.failures[0].field, "currency")
      const [deal] = yield* list("/v1/deals?externalId=pipedrive-11")
      assert.deepStrictEqual(
        [deal.amountCents, deal.company, deal.stage.name, deal.labels],
        [1_250_050, "Müller GmbH", "Proposal", ["Hot", "Inbound"]]
      )
      const text = readFileSync(errors, "utf8")
      assert.match(text, /"Import line","Import problem"\r\n"13","Wartung".*"4","currency is EUR/u)
      writeFileSync(errors, text.replace('"EUR"', '"USD"'))
      assert.deepStrictEqual(counts(yield* run("deals", errors)), [1, 0, 0, 0])
      assert.deepStrictEqual(counts(yield* run("leads", fixture("pipedrive-people.csv"))), [2, 0, 0, 0])
      const [lead] = yield* list("/v1/leads?externalId=pipedrive-31")
      assert.deepStrictEqual(
        [lead.contact.firstName, lead.contact.lastName, lead.contact.email],
        ["Jonas", "Berg", "jonas@halden.example"]
      )
    })
  )

  it.effect("has one request id for all of a file, by which one undo takes it back", () =>
    Effect.gen(function* () {
      const { list, mine, run } = yield* furnished
      const file = made(
        "many.csv",
        ["Name", ...Array.from({ length: 450 }, (_, at) => `Deal ${at}`)].join("\n")
      )
      assert.isUndefined((yield* run("deals", file, "--dry-run")).requestId)
      const { requestId, ...done } = yield* run("deals", file)
      assert.deepStrictEqual(counts(done), [450, 0, 0, 0])
      let [more, until, undone] = [true, undefined as string | undefined, 0]
      while (more) {
        const { body: answer } = yield* Effect.promise(() =>
          mine.send("POST", "/v1/undo", { requestId, ...(until !== undefined && { until }) })
        )
        undone += answer.undone.flatMap(({ changes }: any) => changes).length
        assert.deepStrictEqual(answer.notUndone, [])
        more = answer.hasMore
        until = answer.until
      }
      assert.deepStrictEqual([undone, yield* list("/v1/deals")], [450, []])
    })
  )

  it.effect("guards formulas in the file of failures, and reads them back as they were", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const errors = join(folder, "formulas-failed.csv")
      const file = made("formulas.csv", "First name,Email\n=cmd|' /C calc'!A0,nope\n")
      assert.deepStrictEqual(counts(yield* run("leads", file, "--errors", errors)), [0, 0, 0, 1])
      const text = readFileSync(errors, "utf8")
      assert.include(text, `"'=cmd|' /C calc'!A0"`)
      writeFileSync(errors, text.replace("nope", "a@b.example"))
      assert.deepStrictEqual(counts(yield* run("leads", errors)), [1, 0, 0, 0])
      assert.strictEqual((yield* list("/v1/leads"))[0].contact.firstName, "=cmd|' /C calc'!A0")
    })
  )

  it.effect("reads other encodings and separators, and tells what it can't read", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const utf16 = made("utf16.csv", Buffer.from("\ufeffName\tCompany\r\nÄpfel\tMüller\r\n", "utf16le"))
      const latin = made("latin.csv", Buffer.from("Name;Company\r\nBirnen;Müller\r\n", "latin1"))
      assert.deepStrictEqual(counts(yield* run("deals", utf16)), [1, 0, 0, 0])
      const { error } = yield* run("deals", latin, "--dry-run")
      assert.match(error.message, /not in UTF-8.*windows-1252 reads "Birnen;Müller"; windows-1250 reads/u)
      const western = ["--encoding", "windows-1252"]
      assert.deepStrictEqual(counts(yield* run("deals", latin, ...western)), [1, 0, 0, 0])
      const cyrillic = made(
        "cyrillic.csv",
        Buffer.from([...Buffer.from("Name\n"), 0xf1, 0xe4, 0xe5, 0xeb, 0xea, 0xe0])
      )
      assert.deepStrictEqual(
        counts(yield* run("deals", cyrillic, "--encoding", "windows-1251")),
        [1, 0, 0, 0]
      )
      assert.strictEqual((yield* list("/v1/deals"))[0].name, "сделка")
      assert.deepStrictEqual(
        (yield* list("/v1/deals")).map(({ company, name }) => `${name} ${company}`).toSorted(),
        ["Birnen Müller", "Äpfel Müller", "сделка null"]
      )
      // Lines without an id are known by what they hold.
      assert.deepStrictEqual(counts(yield* run("deals", latin, ...western)), [0, 0, 1, 0])
      const wide = made("wide.csv", `${Array.from({ length: 1_000 }, (_, at) => `c${at}`).join(",")}\n1\n`)
      assert.match((yield* run("deals", wide)).error.message, /1000 columns/u)
      const long = made("long.csv", `Name\n"${"x".repeat(10_000_000)}"\n`)
      assert.match((yield* run("deals", long)).error.message, /over 1000000 characters/u)
      const labels = Array.from({ length: 100_000 }, (_, at) => `l${at}`).join(";")
      const many = made("labels.csv", `Name,Labels\nA,"${labels}"\n`)
      assert.match((yield* run("deals", many)).failures[0].message, /at most 50 labels/u)
      assert.match((yield* run("deals", join(folder, "none.csv"))).error.message, /There is no file/u)
      const odd = made("odd.csv", "Foo\nbar\n")
      assert.match((yield* run("deals", odd)).error.message, /No column is mapped to name/u)
      const mapping = JSON.stringify({ columns: { name: "Foo" } })
      assert.deepStrictEqual(counts(yield* run("deals", odd, "--mapping", mapping)), [1, 0, 0, 0])
    })
  )
})

/** Files as other systems and spreadsheets write them, by the command. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counts, furnished, made } from "../../support/server/ImportCommand.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer(), { excludeTestServices: true })("a file that is imported", (it) => {
  it.effect("loses no line to odd ends, signs and beginnings, and fails a bad cell alone", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const read = (content: string, kind = "deals", ...more: ReadonlyArray<string>) =>
        run(kind, made(`${content.length}-${kind}.csv`, content), ...more)
      const mixed = "Deal ID,Name,Amount\r\nm1,First,100\nm2,Second,200\r\nm3,Third,300\rm4,Fourth,400\n"
      assert.deepStrictEqual(counts(yield* read(mixed)), [4, 0, 0, 0])
      assert.deepStrictEqual(
        (yield* list("/v1/deals")).map(({ amountCents }) => amountCents).toSorted(),
        [10_000, 20_000, 30_000, 40_000]
      )
      assert.deepStrictEqual(
        counts(yield* read("Deal ID,Name\nn1,One\nn2,T\u0000wo\nn3,Three\n")),
        [2, 0, 0, 1]
      )
      assert.deepStrictEqual(counts(yield* read("sep=;\r\nDeal ID;Name\r\ns1;One\r\n")), [1, 0, 0, 0])
      const rounded = yield* read("Record ID,Name,Amount\n1.23457E+11,A,1\n1.23457E+11,B,2\n")
      assert.deepStrictEqual(counts(rounded), [0, 0, 0, 2])
      assert.match(rounded.failures[0].message, /spreadsheet has rounded/u)
      const zero = yield* read('Deal - ID,Deal - Title,Deal - Won time\n="0012",Open,0000-00-00 00:00:00\n')
      assert.deepStrictEqual(counts(zero), [1, 0, 0, 0])
      assert.lengthOf(yield* list("/v1/deals?externalId=pipedrive-0012"), 1)
      const both = yield* read("Deal ID,Name,Created\nd1,A,01/02/2024\n")
      assert.match(both.failures[0].message, /day or the month first/u)
      const alone = yield* read("Name,Foo\nA,1\n")
      assert.match(alone.error.message, /Only the name was recognized.*Foo.*--mapping/u)
      const foreign = yield* read("Deal ID,Name,Amount\nf1,A,€5\nf2,B,500 CHF\nf3,C,$5\n")
      assert.deepStrictEqual(counts(foreign), [1, 0, 0, 2])
    })
  )

  it.effect("reads days and times without an offset in the workspace's zone", () =>
    Effect.gen(function* () {
      const { list, mine, run } = yield* furnished
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE workspaces SET time_zone = 'Europe/Berlin' WHERE id = ${mine.workspace.id}`
      const lines = [
        "a,A,2024-07-15",
        "b,B,2024-07-15 09:30",
        "c,C,2024-07-15T09:30:00Z",
        "d,D,2024-07-15 25:00"
      ]
      const done = yield* run("deals", made("zone.csv", `Deal ID,Name,Created\n${lines.join("\n")}\n`))
      assert.deepStrictEqual(counts(done), [3, 0, 0, 1])
      const times = (yield* list("/v1/deals?sort=created")).map(({ createdAt }) => createdAt)
      assert.deepStrictEqual(times, [
        "2024-07-14T22:00:00.000Z",
        "2024-07-15T07:30:00.000Z",
        "2024-07-15T09:30:00.000Z"
      ])
    })
  )

  it.effect("reads each system's files as they come", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const deals: Readonly<Record<string, readonly [head: string, row: string, stage: string]>> = {
        salesforce: [
          "Opportunity ID,Opportunity Name,Account Name,Stage,Amount,Close Date,Created Date,Opportunity Owner",
          "006A,Deal,Acme,Needs Analysis,1200,2030-01-31,2024-01-15,",
          "Qualified"
        ],
        "salesforce data loader": [
          "ID,NAME,STAGENAME,AMOUNT,CLOSEDATE,CREATEDDATE,ISWON",
          "006B,Deal,Closed Won,1200,2024-05-02,2024-01-15T09:30:00.000+0000,true",
          "Won"
        ],
        zoho: [
          "Record Id,Deal Name,Amount,Stage,Closing Date,Account Name,Contact Name,Created Time,Tag",
          "zcrm_1,Deal,1200,Negotiation/Review,2030-01-31,Acme,Mia Chen,2024-01-15 09:30:00,hot",
          "Negotiation"
        ],
        odoo: [
          "External ID,Opportunity,Customer,Expected Revenue,Stage,Created on,Expected Closing",
          "crm_1,Deal,Acme,1200.00,Proposition,2024-01-15 09:30:00,2030-01-31",
          "Proposal"
        ],
        twenty: [
          "Id,Name,Amount / Amount,Amount / Currency,Close date,Stage,Point of Contact,Company,Creation date",
          "t1,Deal,1200,USD,2024-05-02,CUSTOMER,Mia Chen,Acme,2024-01-15T09:30:00Z",
          "Won"
        ],
        suitecrm: [
          "ID,Name,Account Name,Opportunity Amount,Sales Stage,Expected Close Date,Date Created",
          "s1,Deal,Acme,1200,Closed Lost,2024-05-02,2024-01-15",
          "Dead"
        ],
        espocrm: [
          "ID,Name,Account,Amount,Amount Currency,Stage,Close Date,Created At,Assigned User",
          "e1,Deal,Acme,1200,USD,Qualification,2030-01-31,2024-01-15 09:30:00,",
          "Qualified"
        ],
        hubspot: [
          "Datensatz-ID,Deal-Name,Deal-Phase,Betrag,Währung,Abschlussdatum,Erstelldatum,Zugehöriges Unternehmen",
          '9,Deal,Vertrag gesendet,"1.200,00",USD,2030-01-31 09:30,2024-01-15 10:00,Acme;Globex',
          "Verbal"
        ],
        pipedrive: [
          "Deal - ID,Deal - Titel,Deal - Wert,Deal - Währung,Deal - Phase,Deal - Status,Deal - Organisation",
          '7,Deal,"1.200,00",USD,Demo geplant,Gewonnen,Acme',
          "Won"
        ]
      }
      for (const [name, [head, row, stage]] of Object.entries(deals)) {
        const told = yield* run("deals", made(`${name}.csv`, `${head}\n${row}\n`))
        assert.deepStrictEqual(counts(told), [1, 0, 0, 0], `${name} ${JSON.stringify(told)}`)
        const [prefix] = name.split(" ")
        const [deal] = yield* list(`/v1/deals?status=all&externalId=${prefix}-${row.split(",")[0]}`)
        assert.deepStrictEqual(
          [deal?.name, deal?.stage.name, deal?.amountCents],
          ["Deal", stage, 120_000],
          name
        )
        if (/Account|Customer|Company|Unternehmen|Organisation/u.test(head))
          assert.strictEqual(deal.company, "Acme", name)
      }
      const leads: Readonly<Record<string, readonly [head: string, row: string]>> = {
        linkedin: [
          'Notes:\n"Some are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On',
          "Ann,Lee,https://www.linkedin.com/in/ann,linkedin@b.example,Acme,CEO,26 Nov 2024"
        ],
        google: [
          "First Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value",
          "Ann,Lee,Acme,Work,google@b.example,+1 555 0101"
        ],
        outlook: [
          "First Name,Last Name,Company,E-mail Address,Business Phone",
          "Ann,Lee,Acme,outlook@b.example,+1 555 0101"
        ],
        german: [
          "Vorname,Nachname,Firma,E-Mail-Adresse,Mobiltelefon",
          "Ann,Lee,Acme,german@b.example,0171 123"
        ]
      }
      for (const [name, [head, row]] of Object.entries(leads)) {
        const told = yield* run("leads", made(`${name}.csv`, `${head}\n${row}\n`))
        assert.deepStrictEqual(counts(told), [1, 0, 0, 0], `${name} ${JSON.stringify(told)}`)
        const [lead] = yield* list(`/v1/leads?q=${name}@b.example`)
        const { companyName, email, firstName, lastName } = lead.contact
        assert.deepStrictEqual(
          [firstName, lastName, companyName, email],
          ["Ann", "Lee", "Acme", `${name}@b.example`]
        )
      }
    })
  )
})

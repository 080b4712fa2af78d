/** Files that would lose or mix something if they were read as they come: their lines fail, and say why. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { counts, furnished, made } from "../../support/server/ImportCommand.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer(), { excludeTestServices: true })("a file with flaws", (it) => {
  it.effect("fails the lines that a missing quote, a stray separator or a note would spoil", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const read = (name: string, lines: ReadonlyArray<string>) =>
        run("deals", made(`${name}.csv`, `Record ID,Deal Name,Amount\n${lines.join("\n")}\n`))
      const cases = [
        {
          name: "quote",
          lines: ['1,"Monitor 24"" wide,100', "2,Valve,200", '3,Pipe 3",300', "4,D,400"],
          line: 2,
          why: /line break/u
        },
        {
          name: "late",
          lines: ['1,"12"" pipe,5', "2,B,6", '3,"C",7', "4,D,400"],
          line: 2,
          why: /line break/u
        },
        {
          name: "cells",
          lines: ["1,A,12,50", "4,D,400"],
          line: 2,
          why: /has 4 cells, and the first names 3/u
        },
        { name: "note", lines: ["4,D,400", '"Copyright (c) 2026"'], line: 3, why: /a note below the table/u },
        {
          name: "again",
          lines: ["4,D,400", "Record ID,Deal Name,Amount"],
          line: 3,
          why: /names the columns again/u
        },
        { name: "error", lines: ["#N/A,A,1", "4,D,400"], line: 2, why: /#N\/A, an error of a spreadsheet/u },
        { name: "hashes", lines: ["########,A,1", "4,D,400"], line: 2, why: /an error of a spreadsheet/u },
        { name: "small", lines: ["1.2E-5,A,1", "4,D,400"], line: 2, why: /a spreadsheet has rounded/u }
      ]
      for (const { line, lines, name, why } of cases) {
        const done = yield* read(name, lines)
        assert.strictEqual(done.created + done.unchanged, 1, name)
        assert.strictEqual(done.failed, 1, name)
        assert.strictEqual(done.failures[0].line, line, name)
        assert.match(done.failures[0].message, why, name)
      }
      assert.deepStrictEqual(
        (yield* list("/v1/deals")).map(({ amountCents, name }) => [name, amountCents]),
        [["D", 40_000]]
      )
    })
  )

  it.effect("stops at bytes of another encoding, wherever they stand", () =>
    Effect.gen(function* () {
      const { run } = yield* furnished
      const lines = Array.from({ length: 6_000 }, (_, at) => `zz${at},Deal ${at},1`).join("\n")
      const bytes = Buffer.concat([
        Buffer.from(`Deal ID,Name,Amount\n${lines}\nlast,M`),
        Buffer.from([0xfc]),
        Buffer.from("ller,5\n")
      ])
      const { error } = yield* run("deals", made("late-bytes.csv", bytes), "--dry-run")
      assert.match(error.message, /not in UTF-8.*windows-1252 reads/u)
    })
  )

  it.effect("reads no date and no amount in one of two ways if its lines disagree", () =>
    Effect.gen(function* () {
      const { run } = yield* furnished
      const many = Array.from({ length: 300 }, (_, at) => `d${at},A,1,01/02/2024`)
      const head = "Deal ID,Name,Amount,Created\n"
      const dates = yield* run(
        "deals",
        made("orders.csv", `${head}x,X,1,13/05/2024\n${many.join("\n")}\ny,Y,1,05/13/2024\n`),
        "--dry-run"
      )
      assert.deepStrictEqual(counts(dates), [2, 0, 0, 300])
      const amounts = yield* run(
        "deals",
        made("marks.csv", 'Deal ID,Name,Amount\na,A,"12,50"\nb,B,1.234\nc,C,12.50\n'),
        "--dry-run"
      )
      assert.deepStrictEqual(counts(amounts), [2, 0, 0, 1])
    })
  )

  it.effect("never mixes contacts, and reads people's names as mail and forms do", () =>
    Effect.gen(function* () {
      const { list, run } = yield* furnished
      const contacts = [
        '1,A,"Mia Chen (mia@a.example), Bob Ray (bob@b.example)",',
        '2,B,"Mia Chen (mia@a.example);Bob Ray (bob@b.example)",bob@b.example;mia@a.example',
        "3,C,Mia Chen;Bob Ray,bob@b.example;mia@a.example",
        "4,D,Mia Chen,mia@a.example"
      ]
      yield* run("deals", made("contacts.csv", `Record ID,Deal Name,Contact,Email\n${contacts.join("\n")}\n`))
      assert.deepStrictEqual(
        (yield* list("/v1/deals?sort=created"))
          .map(({ name, primaryContact: { email, name: person } }) => [name, person, email])
          .toSorted(),
        [
          ["A", "Mia Chen", "mia@a.example"],
          ["B", "Mia Chen", "mia@a.example"],
          ["C", "Mia Chen", null],
          ["D", "Mia Chen", "mia@a.example"]
        ]
      )
      const names = ['a,"Lee, Ann"', 'b,"Ann Lee, PhD"', "c,Dr. Ann Lee", "d,Anna van der Berg"]
      yield* run("leads", made("names.csv", `Lead ID,Full name\n${names.join("\n")}\n`))
      yield* run("leads", made("vorname.csv", "Lead ID,Vorname,Name\ne,Ann,Lee\n"))
      yield* run("leads", made("parts.csv", "Lead ID,First Name,Last Name,Name\nf,,,Ann Lee\n"))
      const people = (yield* list("/v1/leads")).map(({ contact, externalId }) => [
        externalId,
        contact.firstName,
        contact.lastName
      ])
      assert.deepStrictEqual(people.toSorted(), [
        ["a", "Ann", "Lee"],
        ["b", "Ann", "Lee"],
        ["c", "Ann", "Lee"],
        ["d", "Anna", "van der Berg"],
        ["e", "Ann", "Lee"],
        ["f", "Ann", "Lee"]
      ])
    })
  )

  it.effect("is not overwritten by the lines that fail", () =>
    Effect.gen(function* () {
      const { run } = yield* furnished
      const content = "Deal ID,Name,Amount\n1,A,much\n"
      const file = made("source.csv", content)
      const { error } = yield* run("deals", file, "--errors", file, "--dry-run")
      assert.match(error.message, /There is a file .*source\.csv already/u)
      assert.strictEqual(readFileSync(file, "utf8"), content)
    })
  )
})

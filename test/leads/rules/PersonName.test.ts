import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as PersonName from "../../../src/leads/rules/PersonName.ts"

describe("a person's name", () => {
  it.each([
    ["Mia Chen", { firstName: "Mia", lastName: "Chen" }],
    ["Chen, Mia", { firstName: "Mia", lastName: "Chen" }],
    ["Garcia Lopez, Maria José", { firstName: "Maria José", lastName: "Garcia Lopez" }],
    ["Lee, Ann (Acme)", { firstName: "Ann", lastName: "Lee" }],
    ["'Ann Lee'", { firstName: "Ann", lastName: "Lee" }],
    ["Ann Lee, PhD", { firstName: "Ann", lastName: "Lee" }],
    ["Ann Lee PhD, MBA", { firstName: "Ann", lastName: "Lee" }],
    ["Lee, Ann, M.D.", { firstName: "Ann", lastName: "Lee" }],
    ["Jack Ma", { firstName: "Jack", lastName: "Ma" }],
    ["John Smith, Jr.", { firstName: "John", lastName: "Smith Jr." }],
    ["Dr. Ann Lee", { title: "Dr.", firstName: "Ann", lastName: "Lee" }],
    ["Lee, Dr. Ann", { title: "Dr.", firstName: "Ann", lastName: "Lee" }],
    ["Prof. Dr. med. Hans Müller", { title: "Prof. Dr. med.", firstName: "Hans", lastName: "Müller" }],
    ["Dipl.-Ing. Hans Müller", { title: "Dipl.-Ing.", firstName: "Hans", lastName: "Müller" }],
    ["Frau Dr. Müller", { title: "Frau Dr.", lastName: "Müller" }],
    ["Mr. Smith", { title: "Mr.", lastName: "Smith" }],
    ["van der Berg", { lastName: "van der Berg" }],
    ["Jan van der Berg", { firstName: "Jan", lastName: "van der Berg" }],
    ["Van Morrison", { firstName: "Van", lastName: "Morrison" }],
    ["Acme, Inc.", { companyName: "Acme, Inc." }],
    ["Müller Pumpen GmbH", { companyName: "Müller Pumpen GmbH" }],
    ["Ann Lee, Acme, Inc.", { firstName: "Ann", lastName: "Lee", companyName: "Acme, Inc." }],
    ["Ann Lee, Acme GmbH", { firstName: "Ann", lastName: "Lee", companyName: "Acme GmbH" }],
    ["Ann Lee, Sales Manager", { firstName: "Ann", lastName: "Lee" }],
    ["Sinéad O'Brien", { firstName: "Sinéad", lastName: "O'Brien" }],
    ["山田 太郎", { firstName: "山田", lastName: "太郎" }],
    ["Mia", { firstName: "Mia" }],
    ["", {}]
  ] as const)("is read from %s", (text, name) => {
    assert.deepStrictEqual(PersonName.read(text), name)
  })

  it.each([
    ["Müller, Hans", "Hans"],
    ["Lee, Ann (Acme)", "Ann"],
    ["Dr. Ann Lee", "Ann"],
    ["Dr Ann Lee", "Ann"],
    ["DR. ANN LEE", "Ann"],
    ["Hans-Peter Müller", "Hans-Peter"],
    ["Mr. Smith", "Mr. Smith"],
    ["Herr Dr. Müller", "Herr Dr. Müller"],
    ["van der Berg", null],
    ["Acme, Inc.", null],
    ["Acme GmbH", null],
    ["A. Lee", null],
    ["Dr.", null],
    ["ann@buyer.example", null],
    ["—", null],
    ["王伟", "王伟"],
    [null, null]
  ] as const)("greets %s as %s", (name, greeting) => {
    assert.strictEqual(PersonName.greeting(name), greeting)
  })

  it.each([
    ["Ann Marie", "Lee", "Ann Marie"],
    ["Müller, Hans", null, "Hans"],
    ["Dr.", "Ann Lee", "Ann"],
    ["Mr.", "Smith", "Mr. Smith"],
    ["van", "der Berg", null],
    [null, "Lee", null],
    [null, "Mr. Lee", "Mr. Lee"],
    [null, null, null]
  ] as const)("greets a lead of %s and %s as %s", (first, last, greeting) => {
    assert.strictEqual(PersonName.greetingOf(first, last), greeting)
  })

  it("reads any text, and greets nobody with punctuation", () => {
    const pieces = fc.constantFrom(
      "Dr.",
      "Lee",
      ",",
      "Ann",
      "van",
      "PhD",
      "(",
      ")",
      "Inc.",
      "'",
      "@",
      "I.",
      " "
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(pieces).map((all) => all.join(" "))
        ),
        (text) => {
          const greeting = PersonName.greeting(text)
          assert.isTrue(
            greeting === null || (/\p{L}/u.test(greeting) && !/[,;@]/u.test(greeting)),
            greeting ?? ""
          )
        }
      )
    )
  })
})

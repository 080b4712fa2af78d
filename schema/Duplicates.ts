/** Records that may be the same. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import * as Page from "./Page.ts"

/** The kinds of records that are compared. */
export const Kind = Schema.Literals(["deal", "lead"])
export type Kind = typeof Kind.Type

/** `name` is name and company. */
export const Reason = Schema.Literals(["email", "externalId", "name"])
export type Reason = typeof Reason.Type

/** The maximum number of records in a group. */
export const maxRecords = 10

const text = Schema.NullOr(Schema.String)

const Duplicate = Schema.Struct({
  id: Field.of("Id", "Id of the deal or lead.", Schema.String),
  name: Field.writtenBy("anyone", Field.of("Name", "Its name, or that of its contact.", text)),
  company: Field.writtenBy("anyone", Field.of("Company", "Its company; null if unknown.", text)),
  status: Field.of("Status", "open, won or dead; or the triage status of a lead.", Schema.String),
  createdAt: Field.CreatedAt
})

const DuplicateGroup = Schema.Struct({
  by: Field.of("By", "Field they share, ignoring case; name: name and company.", Reason),
  key: Field.writtenBy("anyone", Field.of("Key", "The common value.", Schema.String)),
  count: Field.of("Count", "Number of records.", Schema.Int),
  records: Field.of("Records", `Newest first, at most ${maxRecords}.`, Schema.Array(Duplicate))
})
export type DuplicateGroup = typeof DuplicateGroup.Type

export const DuplicateList = Page.of("DuplicateList", DuplicateGroup)

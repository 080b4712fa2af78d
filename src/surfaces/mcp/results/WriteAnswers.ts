/**
 * The short answer of a writing tool: the record's id and name, and the fields that changed. A model knows what it sent, so a record that
 * repeats it costs tokens and tells nothing.
 */
import { Schema } from "effect"
import type { AuditChange } from "../../../../schema/Audit.ts"
import { Board } from "../../../../schema/Board.ts"
import { Deal } from "../../../../schema/Deal.ts"
import * as Field from "../../../../schema/Field.ts"
import { Imported } from "../../../../schema/Import.ts"
import { Lead } from "../../../../schema/Lead.ts"
import { Note } from "../../../../schema/Note.ts"
import { Template } from "../../../../schema/Template.ts"
import { Webhook } from "../../../../schema/Webhook.ts"
import * as FullName from "../../../leads/rules/FullName.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { isObject } from "../arguments/EmptyArguments.ts"

/** The records that an answer shortens. */
const records: ReadonlyArray<Schema.Top> = [Deal, Note, Lead, Board, Template, Webhook]

export const isImport = ({ success }: { readonly success: Schema.Top }): boolean => success === Imported

export const isShort = ({ success }: { readonly success: Schema.Top }): boolean => records.includes(success)

/** An import's counts with only the rows that failed: a model knows the others. */
export const ofImport = (answer: Fields): object => ({
  ...answer,
  rows: (answer as typeof Imported.Type).rows.filter(({ outcome }) => outcome === "failed")
})

/** The argument that asks for the whole record. */
export const detail = Schema.optionalKey(
  Schema.Literals(["compact", "full"]).annotate({ description: "full: the record." })
)

const text = Schema.optionalKey(Schema.String)

export const schema = Schema.Struct({
  id: Schema.String,
  name: Field.writtenBy("anyone", Field.of("Name", "Its name.", text)),
  dealId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  changed: Field.writtenBy(
    "anyone",
    Field.of(
      "Changed",
      "The fields that changed; … stands for a long value.",
      Schema.Record(Schema.String, Schema.Json)
    )
  ),
  warnings: Schema.optionalKey(Schema.Array(Schema.String)),
  notice: text
})

/** Arguments that are no fields of the record. */
const beside = new Set([
  "id",
  "idempotencyKey",
  "ifMatch",
  "plan",
  "dryRun",
  "detail",
  "clear",
  "enrichmentClaim"
])

/** Fields that follow from others, as do times that the call didn't send. */
const isImplied = (field: string, args: Fields) =>
  field === "contentJson" || field === "deletedBy" || (field.endsWith("At") && !(field in sentIn(args)))

/** The most characters of a value, items of a list, and fields that are shown. */
const [longest, maxItems, maxFields] = [32, 4, 10]

const isScalar = (value: unknown) => value === null || typeof value !== "object" || JSON.isRawJSON(value)

const scalar = (value: unknown): unknown => {
  if (!isScalar(value)) return "…"
  return typeof value === "string" && value.length > longest ? "…" : value
}

const brief = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.length <= maxItems && value.every((one) => isScalar(one) && scalar(one) !== "…")
      ? value
      : "…"
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .slice(0, maxFields)
          .map(([name, inner]) => [name, scalar(inner)])
      )
    : scalar(value)
}

/** The name of a deal's stage and owner instead of an id, which tells a model nothing. */
const named =
  (answer: Fields) =>
  ([name, value]: readonly [string, unknown]): readonly [string, unknown] => {
    const { ownerName, stage } = answer
    if ((name === "stageId" || name === "toStageId") && isObject(stage)) return ["stage", stage["name"]]
    return name === "ownerId" && typeof ownerName === "string" ? ["owner", ownerName] : [name, brief(value)]
  }

/** The fields that the call sent, for a new record and for a replay, whose changes aren't stored. */
const sentIn = (args: Fields): Fields => ({
  ...Object.fromEntries(
    Object.entries(args).filter(([name, value]) => !beside.has(name) && value !== null && value !== "")
  ),
  ...Object.fromEntries(
    (Array.isArray(args["clear"]) ? args["clear"] : []).map((name) => [String(name), null])
  )
})

const changedIn = (args: Fields, id: unknown, changes: ReadonlyArray<AuditChange> | undefined): Fields => {
  if (changes === undefined) return sentIn(args)
  const own = changes.find((change) => change.id === id)
  return own?.before === null ? sentIn(args) : (own?.after ?? {})
}

const nameOf = ({ company, contact, label, name }: Fields): unknown => {
  if (!isObject(contact)) return name ?? label ?? company
  return FullName.displayOf(contact)
}

/** The short answer, from the record and what else stands in its answer. */
export const of = (answer: Fields, args: Fields, changes: ReadonlyArray<AuditChange> | undefined): object => {
  const { dealId, id, kind, notice, warnings } = answer
  const name = nameOf(answer)
  const changed = Object.entries(changedIn(args, id, changes))
    .filter(([field]) => !isImplied(field, args))
    .slice(0, maxFields)
  return {
    id,
    ...(typeof name === "string" ? { name: brief(name) === "…" ? `${name.slice(0, longest)}…` : name } : {}),
    ...(kind === "manual" ? { dealId } : {}),
    changed: Object.fromEntries(changed.map(named(answer))),
    ...(warnings === undefined ? {} : { warnings }),
    ...(notice === undefined ? {} : { notice })
  }
}

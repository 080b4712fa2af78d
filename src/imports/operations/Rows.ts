/** Decodes imported rows, and looks up the records that they name. */
import { Effect, Result, type Schema } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { BoardId } from "../../../schema/Id.ts"
import { strictly, structOf } from "../../input/StrictDecoding.ts"
import * as Dates from "../rules/Dates.ts"
import * as ExactNumber from "../../shared/ExactNumber.ts"
import * as LocalDays from "../../shared/time/LocalDays.ts"
import { invalidBody, invalidText } from "../../input/InvalidInput.ts"

export type JsonRow = { readonly [field: string]: Schema.Json }

export const invalid = (field: string, message: string) =>
  new Invalid({
    code: "invalid_body",
    message: `${field} ${message}`,
    meta: { issues: [{ path: field, message }] }
  })

/** A long number in scientific notation. Spreadsheets write these and lose the last digits. */
const rounded = /(?:^|-)\d(?:[.,]\d+)?E[+-]?\d+$/iu

const longNumberFields = ["externalId", "phone", "primaryContactPhone"] as const

/** Rejects a number that a spreadsheet rounded, and an ambiguous date. */
const findMisread = (row: JsonRow): Invalid | undefined => {
  const text = (field: string) => (typeof row[field] === "string" ? row[field] : "")
  const id = longNumberFields.find((field) => rounded.test(text(field)))
  if (id !== undefined)
    return invalid(
      id,
      `is ${text(id)}, a long number that a spreadsheet has rounded. Give the column the format Text, fill it again from the source, and save the file anew.`
    )
  const date = Dates.fields.find((field) => Dates.isAmbiguous(text(field)))
  return date === undefined
    ? undefined
    : invalid(
        date,
        `is ${text(date)}, which can be read with the day or the month first. Say which: dates "dmy" or "mdy".`
      )
}

/** Rejects a number that JSON can't represent exactly. */
const findInexact = (value: Schema.Json, path: string): Invalid | undefined => {
  if (typeof value === "string") {
    const source = ExactNumber.lostIn(value)
    return source === undefined ? undefined : Invalid.at("invalid_body", path, ExactNumber.problem(source))
  }
  if (typeof value !== "object" || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const member = Array.isArray(value) ? `[${name}]` : path === "" ? name : `.${name}`
    const fault = findInexact(inner, `${path}${member}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Creates a decoder of rows with the same error messages as the operation for a single record. */
export const decoder = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  type Row = Schema.Struct<Fields>["Type"]
  const schema = structOf(fields)
  const names = Object.keys(fields)
  const decode = strictly(schema, names)
  return (row: JsonRow): Result.Result<Row, Invalid> => {
    const fault = findInexact(row, "") ?? invalidText(row, "invalid_body") ?? findMisread(row)
    return fault === undefined
      ? Result.mapError(decode(row), ({ issue }) => invalidBody(issue, names, row, schema.ast))
      : Result.fail(fault)
  }
}

/** Caches the result of an effect by key, whether it succeeds or fails. */
export const cacheByKey = <Key extends string, A, E, R>(run: (key: Key) => Effect.Effect<A, E, R>) => {
  const results = new Map<Key, Result.Result<A, E>>()
  return Effect.fnUntraced(function* (key: Key) {
    const result = results.get(key) ?? (yield* Effect.result(run(key)))
    results.set(key, result)
    return yield* Effect.fromResult(result)
  })
}

export const normalize = (name: string) => name.trim().toLowerCase()

/** Joins names for a message, and shortens long lists. */
export const joinNames = (names: ReadonlyArray<string>) =>
  names.length > 20 ? `${names.slice(0, 20).join(", ")} and ${names.length - 20} more` : names.join(", ")

/** The id of the board named in a row; undefined if it names none. */
export const makeBoardFinder = Effect.gen(function* () {
  const all = yield* (yield* Boards).names
  return ({ board, boardId }: { readonly board?: string; readonly boardId?: BoardId }) => {
    if (boardId !== undefined && board !== undefined)
      return Effect.fail(invalid("board", "and boardId say the same thing: send one of them."))
    if (board === undefined) return Effect.succeed(boardId)
    const found = all.filter(({ name }) => normalize(name) === normalize(board))
    if (found.length === 1) return Effect.succeed(found[0]!.id as BoardId | undefined)
    const why = found.length === 0 ? "is no board of this workspace" : "is the name of several boards"
    return Effect.fail(
      invalid("board", `${why}. Its boards: ${joinNames(all.map(({ name }) => name))}. Or send boardId.`)
    )
  }
})

/** Rejects a time in the future. A day stands for its start in the workspace's time zone. */
export const parsePastTime = Effect.fnUntraced(function* (field: string, text: string) {
  const { timeZone = "UTC" } = (yield* Actor).workspace
  const at = new Date(LocalDays.beginning(text, timeZone)).toISOString()
  return at > (yield* now) ? yield* invalid(field, "is in the future: send when it happened.") : at
})

/** What imports of deals and of leads share: decoding of rows, boards by name, and what is told of each row. */
import { Effect, Result, Schema } from "effect"
import { Boards } from "../../../layers/boards/Boards.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { now } from "../../../layers/platform/Now.ts"
import { type Fault, Invalid } from "../../../schema/Fault.ts"
import type { BoardId } from "../../../schema/Id.ts"
import type { Imported, ImportedRow } from "../../../schema/Import.ts"
import { strictly } from "../../Decoding.ts"
import * as Dates from "../../domain/imports/Dates.ts"
import * as ExactNumber from "../../domain/platform/ExactNumber.ts"
import * as LocalDays from "../../domain/platform/LocalDays.ts"
import { invalidBody, invalidText } from "../../Input.ts"

type Sent = { readonly [field: string]: Schema.Json }

/** What became of a row. */
export interface Did {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly id: string
}

interface Numbered {
  readonly line: number
  readonly externalId: string | null
}

export const invalid = (field: string, message: string) =>
  new Invalid({
    code: "invalid_body",
    message: `${field} ${message}`,
    meta: { issues: [{ path: field, message }] }
  })

/** A long number as a spreadsheet shows it: its last digits are gone. */
const rounded = /(?:^|-)\d(?:[.,]\d+)?E[+-]?\d+$/iu

const ids = ["externalId", "phone", "primaryContactPhone"] as const
const dates = ["createdAt", "closedAt", "nextStepAt"] as const

/** What a spreadsheet made of a cell, or what could be read in two ways. */
const misread = (row: Sent): Invalid | undefined => {
  const text = (field: string) => (typeof row[field] === "string" ? row[field] : "")
  const id = ids.find((field) => rounded.test(text(field)))
  if (id !== undefined)
    return invalid(
      id,
      `is ${text(id)}, a long number that a spreadsheet has rounded. Give the column the format Text, fill it again from the source, and save the file anew.`
    )
  const date = dates.find((field) => Dates.isAmbiguous(text(field)))
  return date === undefined
    ? undefined
    : invalid(
        date,
        `is ${text(date)}, which can be read with the day or the month first. Say which: dates "dmy" or "mdy".`
      )
}

/** The first number of a row that was not kept. */
const lost = (value: Schema.Json, path: string): Invalid | undefined => {
  if (typeof value === "string") {
    const source = ExactNumber.lostIn(value)
    return source === undefined ? undefined : Invalid.at("invalid_body", path, ExactNumber.problem(source))
  }
  if (typeof value !== "object" || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = lost(
      inner,
      Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** Decodes each row as the operation of a single record decodes its body, with the same messages. */
export const decoder = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  type Row = Schema.Struct<Fields>["Type"]
  const schema = Schema.Struct(fields) as unknown as Schema.Codec<Row, unknown>
  const known = Object.keys(fields)
  const decode = strictly(schema, known)
  return (row: Sent): Result.Result<Row, Invalid> => {
    const unstorable = lost(row, "") ?? invalidText(row, "invalid_body") ?? misread(row)
    return unstorable === undefined
      ? Result.mapError(decode(row), ({ issue }) => invalidBody(issue, known, row, schema.ast))
      : Result.fail(unstorable)
  }
}

const fieldOf = ({ meta }: Fault): string | undefined => {
  const [first] = (meta?.["issues"] ?? []) as ReadonlyArray<{ readonly path?: string } | undefined>
  return first?.path === "" ? undefined : first?.path
}

/** The ids in other systems that rows have, as far as they can be stored. */
export const externalIdsOf = (rows: ReadonlyArray<Sent>): ReadonlyArray<string> => [
  ...new Set(
    rows.flatMap(({ externalId }) =>
      typeof externalId === "string" && invalidText(externalId, "invalid_body") === undefined
        ? [externalId]
        : []
    )
  )
]

const numbered = (row: Sent, index: number): Numbered => {
  const { externalId, line } = row
  return {
    line: Number.isSafeInteger(line) ? (line as number) : index + 1,
    externalId: typeof externalId === "string" ? externalId.slice(0, 255) : null
  }
}

const failed = (fault: Fault): Omit<ImportedRow, keyof Numbered> => {
  const field = fieldOf(fault)
  return {
    outcome: "failed",
    ...(field === undefined ? {} : { field }),
    message: fault.message.slice(0, 500)
  }
}

/** Does the rows one after another; a fault fails its row alone. */
export const each = Effect.fnUntraced(function* <E extends Fault, R>(
  rows: ReadonlyArray<Sent>,
  run: (row: Sent) => Effect.Effect<Did, E, R>
) {
  const told = yield* Effect.forEach(rows, (row, index) =>
    Effect.map(
      Effect.match(run(row), { onFailure: failed, onSuccess: (did) => did }),
      (did): ImportedRow => ({ ...numbered(row, index), ...did })
    )
  )
  const count = (outcome: ImportedRow["outcome"]) => told.filter((row) => row.outcome === outcome).length
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    failed: count("failed"),
    rows: told
  } satisfies Imported
})

/** Runs an effect once for each key, and gives its result again. */
export const once = <A, E, R>(run: (key: string) => Effect.Effect<A, E, R>) => {
  const known = new Map<string, Result.Result<A, E>>()
  return Effect.fnUntraced(function* (key: string) {
    const result = known.get(key) ?? (yield* Effect.result(run(key)))
    known.set(key, result)
    return yield* Effect.fromResult(result)
  })
}

export const folded = (name: string) => name.trim().toLowerCase()

/** Names as a refusal lists them. */
export const listed = (names: ReadonlyArray<string>) =>
  names.length > 20 ? `${names.slice(0, 20).join(", ")} and ${names.length - 20} more` : names.join(", ")

/** The id of the board that a row means; undefined if it names none. */
export const boardNamed = Effect.gen(function* () {
  const all = yield* (yield* Boards).names
  return ({ board, boardId }: { readonly board?: string; readonly boardId?: BoardId }) => {
    if (boardId !== undefined && board !== undefined)
      return Effect.fail(invalid("board", "and boardId say the same thing: send one of them."))
    if (board === undefined) return Effect.succeed(boardId)
    const found = all.filter(({ name }) => folded(name) === folded(board))
    if (found.length === 1) return Effect.succeed(found[0]!.id as BoardId | undefined)
    const why = found.length === 0 ? "is no board of this workspace" : "is the name of several boards"
    return Effect.fail(
      invalid("board", `${why}. Its boards: ${listed(all.map(({ name }) => name))}. Or send boardId.`)
    )
  }
})

/** The time of something that happened, which is not later than now; of a day its beginning in the workspace's zone. */
export const past = Effect.fnUntraced(function* (field: string, sent: string) {
  const { timeZone = "UTC" } = (yield* Actor).workspace
  const at = new Date(LocalDays.beginning(sent, timeZone)).toISOString()
  return at > (yield* now) ? yield* invalid(field, "is in the future: send when it happened.") : at
})

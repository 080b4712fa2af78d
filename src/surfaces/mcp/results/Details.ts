/** Reads with parts, as tools return them: compact. */
import { Effect, Schema } from "effect"
import type { Fault } from "../../../../schema/Fault.ts"
import type * as Operation from "../../../contract/Operation.ts"
import type * as Implementation from "../../../Implementation.ts"
import * as PageSize from "../../../shared/PageSize.ts"
import * as SerializedJson from "../../../shared/SerializedJson.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { fitting } from "./Budget.ts"
import type * as Lists from "./Lists.ts"

/** The type of any object in the outline of a result. */
const object = Schema.Record(Schema.String, Schema.Json)

const outline = ({ ast }: Schema.Top) =>
  Schema.optionalKey(ast._tag === "Union" ? Schema.NullOr(object) : object)

/** The operation as a tool describes it, with parts by type only. */
export const describe = <O extends Operation.Any & Lists.ResultSchema>(operation: O): O => {
  const { compact, resource } = operation
  if (compact === undefined || resource === undefined) return operation
  const own = (resource as Schema.Struct<Schema.Struct.Fields>).fields
  const { fields } = compact.row as Schema.Struct<Schema.Struct.Fields>
  const parts = Object.keys(fields).filter((name) => !(name in own))
  return {
    ...operation,
    success: Schema.Struct({ ...fields, notice: Schema.optionalKey(Schema.String) }),
    shown: Schema.Struct({
      ...own,
      ...Object.fromEntries(parts.map((name) => [name, outline(fields[name] as Schema.Top)]))
    })
  }
}

const notice = (items: number) =>
  `Ended its parts after ${items} to stay near 8,000 tokens. For the next, call again with one of them in include and cursor = its nextCursor.`

/** The number of items per part that fit next to the rest of the response, if not all do. */
const fewer = (answer: object): number | undefined => {
  const parts = PageSize.partsOf(answer)
  const longest = Math.max(0, ...parts.map(({ data }) => data.length))
  const rest = Object.values(answer).filter((value) => !parts.includes(value))
  const rows = Array.from({ length: longest }, (_, index) => [
    ...(index === 0 ? rest : []),
    ...parts.flatMap(({ data }) => data.slice(index, index + 1))
  ])
  const fit = fitting(rows)
  return fit < longest ? fit : undefined
}

/** The operation as a tool runs it. If the result is too long, it is read again with fewer items, so that the cursors are right. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  const { compact, resource } = operation
  const brief = compact?.of
  if (brief === undefined || resource === undefined) return operation
  const cut = (input: Fields, limit: number) =>
    Effect.map(operation.run({ ...input, limit }), (part: object) => ({
      ...(brief(part) as object),
      notice: notice(limit)
    }))
  const run = (input: Fields) =>
    Effect.flatMap(
      operation.run(input),
      (answer: SerializedJson.Or<object>): Effect.Effect<unknown, Fault, unknown> => {
        // Results that are serialized as they are read have no parts.
        if (answer instanceof SerializedJson.SerializedJson) return Effect.succeed(answer)
        const compactAnswer = brief(answer) as object
        const limit = fewer(compactAnswer)
        return limit === undefined ? Effect.succeed(compactAnswer) : cut(input, limit)
      }
    )
  return { ...operation, run }
}

/** Lists without pages, such as members and templates. One that is too long for a model is truncated with a notice. */
import { Effect, Schema } from "effect"
import type * as Operation from "../../../contract/Operation.ts"
import type * as Implementation from "../../../Implementation.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { fitting } from "./Budget.ts"

/** The fields of a list's result; undefined for other results. */
const fieldsOf = ({ success }: Operation.Any): Schema.Struct.Fields | undefined => {
  const fields = (success as { readonly fields?: Schema.Struct.Fields }).fields
  return fields?.["data"] === undefined ? undefined : fields
}

const notice = (count: number, all: number, input: Schema.Struct.Fields) =>
  `The first ${count} of ${all}, to stay near 8,000 tokens.${"q" in input ? " Send q to find others." : ""}`

/** The operation as a tool describes it. */
export const describe = <O extends Operation.Any>(operation: O): O => {
  const fields = fieldsOf(operation)
  if (fields === undefined) return operation
  return {
    ...operation,
    success: Schema.Struct({ ...fields, notice: Schema.optionalKey(Schema.String) })
  }
}

/** The operation as a tool runs it. */
export const derive = (operation: Implementation.Runnable): Implementation.Runnable => {
  if (fieldsOf(operation) === undefined) return operation
  const run = Effect.fnUntraced(function* (sent: Fields) {
    const whole: { readonly data: ReadonlyArray<unknown> } = yield* operation.run(sent)
    const { data } = whole
    const fit = fitting(data)
    return fit === data.length
      ? whole
      : { ...whole, data: data.slice(0, fit), notice: notice(fit, data.length, operation.input) }
  })
  return { ...operation, run }
}

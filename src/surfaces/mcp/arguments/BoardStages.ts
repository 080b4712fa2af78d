/** The `boards.stages` operation with the board's name accepted as well as its id. */
import { Effect, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"
import type * as Implementation from "../../../Implementation.ts"
import { operationOf } from "../../../Registry.ts"
import * as ResolveName from "./ResolveName.ts"

const stages = operationOf("boards.stages")

/** The board may be omitted if the workspace has only one. */
export const operation: Implementation.Runnable = {
  ...stages,
  input: { id: Field.of("Board", "Id or name of the board.", Schema.optionalKey(Schema.String)) },
  run: ({ id }) => Effect.flatMap(ResolveName.resolveBoard("board", id), (found) => stages.run({ id: found }))
}

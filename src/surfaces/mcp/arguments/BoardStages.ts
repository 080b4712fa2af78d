/** The stages of a board that may be named, where the operation takes an id. */
import { Effect, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"
import type * as Implementation from "../../../Implementation.ts"
import { operationOf } from "../../../Registry.ts"
import * as Resolve from "./Resolve.ts"

const stages = operationOf("boards.stages")

/** Without a name: the workspace's only board. */
export const operation: Implementation.Runnable = {
  ...stages,
  input: { id: Field.of("Board", "Id or name of the board.", Schema.optionalKey(Schema.String)) },
  run: ({ id }) => Effect.flatMap(Resolve.resolveBoard("board", id), (found) => stages.run({ id: found }))
}

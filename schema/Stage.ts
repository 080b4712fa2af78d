import { Schema } from "effect"
import * as Field from "./Field.ts"
import { StageId } from "./Id.ts"

/** In pipeline order. */
export const Region = Schema.Literals(["early", "anchor", "late", "won", "dead"]).annotate({
  identifier: "Region"
})
export type Region = typeof Region.Type

const fields = {
  id: StageId,
  name: Schema.String,
  region: Region,
  isAnchor: Schema.Boolean
}

/** A stage as deals and webhook payloads carry it. */
export const Stage = Schema.Struct(fields).annotate({ identifier: "Stage" })
export type Stage = typeof Stage.Type

/** A stage as its board lists it. */
export const BoardStage = Schema.Struct({
  ...fields,
  /** 0-based, unique over the board, in pipeline order. */
  position: Schema.Int,
  /** Percent; won is 100 and dead is 0, always. */
  probability: Schema.Int
}).annotate({ identifier: "BoardStage" })
export type BoardStage = typeof BoardStage.Type

export const ref = (stage: Stage): Stage => ({
  id: stage.id,
  name: stage.name,
  region: stage.region,
  isAnchor: stage.isAnchor
})

/** One stage of the list that replaces a board's: known by `id`, or new without it. */
export const StageEdit = Schema.Struct({
  id: Field.optional(StageId),
  name: Field.name(80),
  region: Region,
  probability: Field.optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }, { expected: "an integer from 0 to 100" }))
  )
}).annotate({ identifier: "StageEdit" })
export type StageEdit = typeof StageEdit.Type

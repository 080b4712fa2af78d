import { Schema } from "effect"
import * as Field from "./Field.ts"
import { StageId } from "./Id.ts"
import { title } from "./Title.ts"

/** In pipeline order. */
export const Region = Schema.Literals(["early", "anchor", "late", "won", "dead"]).annotate({
  identifier: "Region"
})
export type Region = typeof Region.Type

const name = Field.of("Name", "Name of the stage.", Schema.String)

const region = Field.of(
  "Region",
  "Part of the pipeline: early, anchor (where a proposal is made) and late are open; won and dead are its ends.",
  Region
)

const probability = Field.of(
  "Probability",
  "Chance of winning a deal of this stage, in percent; won is 100 and dead is 0, always.",
  Schema.Int
)

const fields = {
  id: StageId,
  name,
  region,
  isAnchor: Field.of("Anchor", "true for the one stage of region anchor.", Schema.Boolean)
}

/** A stage in deals and webhook payloads. */
export const Stage = Schema.Struct(fields).annotate({ identifier: "Stage" })
export type Stage = typeof Stage.Type

/** A stage in the list of its board's stages. */
export const BoardStage = Schema.Struct({
  ...fields,
  position: Field.of("Position", "Place on its board in pipeline order, counted from 0.", Schema.Int),
  probability
}).annotate({ identifier: "BoardStage" })
export type BoardStage = typeof BoardStage.Type

export const ref = (stage: Stage): Stage => ({
  id: stage.id,
  name: stage.name,
  region: stage.region,
  isAnchor: stage.isAnchor
})

/** A stage in the list that replaces a board's stages: existing if it has an `id`, otherwise new. */
export const StageEdit = Schema.Struct({
  id: Field.of("Stage", "Id of a stage to keep; left out of a new one.", Field.optional(StageId)),
  name: Field.like(name, title(80)),
  region,
  probability: Field.like(
    probability,
    Field.optional(
      Schema.Int.check(
        Schema.isBetween({ minimum: 0, maximum: 100 }, { expected: "an integer from 0 to 100" })
      )
    )
  )
}).annotate({ identifier: "StageEdit" })
export type StageEdit = typeof StageEdit.Type

/** A report as an image. */
import { Schema } from "effect"
import * as Field from "./Field.ts"
import { BoardId } from "./Id.ts"

export const Kind = Schema.Literals([
  "dealboard_summary",
  "this_month",
  "deals_won",
  "deal_progress",
  "weighted_pipeline",
  "period",
  "funnel"
])

/** A report as a PNG image in base64. */
export const Image = Schema.Struct({
  report: Field.of("Report", "The report it shows.", Kind),
  board_id: BoardId,
  width: Field.of("Width", "In pixels.", Schema.Int),
  height: Field.of("Height", "In pixels.", Schema.Int),
  png: Field.of("Picture", "PNG in base64.", Schema.String)
}).annotate({ identifier: "ReportImage" })
export type Image = typeof Image.Type

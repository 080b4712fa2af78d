import { Schema } from "effect"
import * as Field from "./Field.ts"

export const everyone = Field.of(
  "Whose next steps",
  "true: of all deals; false: of the deals of whoever made the address.",
  Schema.Boolean
)

/** The address at which a person's calendar reads next steps, without its secret. */
export const Calendar = Schema.Struct({
  createdAt: Field.CreatedAt,
  everyone
})
export type Calendar = typeof Calendar.Type

export const NewCalendar = Schema.Struct({
  token: Field.of("Secret", "Part of the address; only this answer has it.", Schema.String),
  ...Calendar.fields
})

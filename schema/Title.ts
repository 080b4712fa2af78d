import { Schema } from "effect"
import * as Field from "./Field.ts"

/** White space, controls, and what Unicode has without a look of its own: they show nothing. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

const seen = Schema.makeFilter(
  (text: string) => text.trim() === "" || !unseen.test(text) || "must have a character that shows"
)

/** A name by which people find something: at least one character of it shows. */
export const title = (max: number) => Field.name(max).check(seen)

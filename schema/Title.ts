import { Schema } from "effect"
import * as Field from "./Field.ts"

/** White space, control characters, and characters that Unicode defines as invisible. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

const seen = Schema.makeFilter(
  (text: string) => text.trim() === "" || !unseen.test(text) || "must have a character that shows"
)

/** The name of a record, which must have at least one visible character. */
export const title = (max: number) => Field.name(max).check(seen)

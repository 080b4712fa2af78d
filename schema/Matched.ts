/** The places that a search looks in, and the line it matched. */
import { Schema } from "effect"
import * as Field from "./Field.ts"

/** `deals`: name, company and contact; `notes`: notes of deals; `leads`: contact, message and write-ups. */
export const SearchPlace = Schema.Literals(["deals", "notes", "leads"])
export type SearchPlace = typeof SearchPlace.Type

/** The maximum length of a matching line in characters. */
export const maxMatchedLength = 160

export const Matched = Schema.Struct({
  in: Field.of("In", "Field that contains the words.", SearchPlace),
  text: Field.prose(
    Field.writtenBy(
      "anyone",
      Field.of("Text", `The matching line, or ${maxMatchedLength} characters of it.`, Schema.String)
    )
  )
}).annotate({ identifier: "Matched" })
export type Matched = typeof Matched.Type

/** A field of the rows of a search with `in`. */
export const field = {
  matched: Field.of("Match", "The match of a search with in.", Field.optional(Matched))
}

/** The field of a search that says where to look. */
export const placesOf = <const Places extends ReadonlyArray<SearchPlace>>(
  description: string,
  places: Places
) =>
  Field.of(
    "Search in",
    description,
    Field.optional(
      Schema.Array(Schema.Literals(places)).check(
        Schema.isMaxLength(2 * places.length, { expected: `at most ${2 * places.length} names` })
      )
    )
  )

/** Parses a form's `name=value&…`, after counting its fields. */
import { Effect } from "effect"
import { Invalid } from "../../../schema/Fault.ts"

/** More than any form has. The platform's parser takes quadratic time for many empty fields. */
export const mostFields = 1_000

export const tooMany = new Invalid({
  code: "invalid_body",
  message: `The form holds more than ${mostFields} fields; send fewer at once.`
})

/** Whether `text` holds `part` at least `count` times. */
export const holds = (text: string, part: string, count: number): boolean => {
  let found = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    if (++found >= count) return true
  }
  return false
}

export const parse = (text: string): Effect.Effect<URLSearchParams, Invalid> =>
  holds(text, "&", mostFields) ? Effect.fail(tooMany) : Effect.sync(() => new URLSearchParams(text))

/** Limits the size of an error, whoever wrote the names in it. A model needs only the reason and the fix. */
import type { Envelope } from "../../../../schema/Fault.ts"
import { isObject } from "../arguments/EmptyArguments.ts"
import { tokensOf } from "./Budget.ts"
import * as Truncation from "./Truncation.ts"

/** Tokens for the whole error, for its message, and for the notice of an omission. */
const [most, ofMessage, spare] = [1_400, 800, 150]

/** Returns the same error if it is short enough. The message has precedence over the details. */
export const bounded = (envelope: Envelope): Envelope => {
  if (tokensOf(envelope) <= most) return envelope
  const message = Truncation.shortened(envelope.error.message, ofMessage)
  const error = { ...envelope.error, message }
  const { meta, ...rest } = error
  if (!isObject(meta)) return { error }
  const { left, value } = Truncation.cut(meta, most - spare - tokensOf({ error: rest }))
  return { error: { ...rest, meta: { ...(value as typeof meta), ...(left !== "" && { leftOut: left }) } } }
}

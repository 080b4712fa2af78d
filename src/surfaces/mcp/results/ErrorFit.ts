/** Keeps an error short, whoever wrote the names in it: what a model needs of one is why, and what to do. */
import type { Envelope } from "../../../../schema/Fault.ts"
import { isObject } from "../arguments/EmptyArguments.ts"
import { tokensOf } from "./Budget.ts"
import * as Truncation from "./Truncation.ts"

/** In tokens: for the whole, for its message, and for what says that something was left out. */
const [most, ofMessage, spare] = [1_400, 800, 150]

/** The same error if it is short enough. A message comes before its details. */
export const bounded = (envelope: Envelope): Envelope => {
  if (tokensOf(envelope) <= most) return envelope
  const message = Truncation.shortened(envelope.error.message, ofMessage)
  const error = { ...envelope.error, message }
  const { meta, ...rest } = error
  if (!isObject(meta)) return { error }
  const { left, value } = Truncation.cut(meta, most - spare - tokensOf({ error: rest }))
  return { error: { ...rest, meta: { ...(value as typeof meta), ...(left !== "" && { leftOut: left }) } } }
}

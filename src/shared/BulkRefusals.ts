/** Records that a bulk request can't change, and the error that lists them. */
import { Invalid, NotFound } from "../../schema/Fault.ts"

export interface Refusal {
  readonly id: string
  readonly code: Invalid["code"] | "deal_not_found" | "lead_not_found"
  readonly message: string
}

/** The maximum number of records in an error. */
const maxListed = 20

/** The ids that weren't found. */
export const missing = (
  kind: "deal" | "lead",
  ids: ReadonlyArray<string>,
  found: ReadonlyArray<string>
): ReadonlyArray<Refusal> => {
  const there = new Set(found)
  const code = `${kind}_not_found` as const
  return ids
    .filter((id) => !there.has(id.toLowerCase()))
    .map((id) => ({ id, code, message: `There is no ${kind} ${id} in this workspace.` }))
}

/** The error has the common code of all records, or else `invalid_body`. */
export const fault = (
  kind: "deal" | "lead",
  asked: number,
  refusals: ReadonlyArray<Refusal>
): Invalid | NotFound => {
  const [{ code, message: first }] = refusals as readonly [Refusal]
  const others = refusals.length === 1 ? "" : ` (${refusals.length - 1} more in meta.refused)`
  const message = `Nothing was changed, because ${refusals.length} of the ${asked} ${kind}s ${refusals.length === 1 ? "was" : "were"} refused: ${first}${others}`
  const more = refusals.length - maxListed
  const meta = {
    refused: refusals.slice(0, maxListed).map(({ code, id, message }) => ({ id, code, message })),
    ...(more > 0 ? { more } : {})
  }
  if (refusals.some((one) => one.code !== code)) return new Invalid({ code: "invalid_body", message, meta })
  return code === "deal_not_found" || code === "lead_not_found"
    ? new NotFound({ code, message, meta })
    : new Invalid({ code, message, meta })
}

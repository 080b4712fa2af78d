/** The triage status of a lead. */
import { Schema } from "effect"

export const TriageStatus = Schema.Literals(["new", "contacted", "promoted", "junk", "bad_fit", "stale"])
export type TriageStatus = typeof TriageStatus.Type

export const isTriageStatus = Schema.is(TriageStatus)

const targets = TriageStatus.literals.filter((status) => status !== "promoted")

/**
 * The statuses that a caller may set. `promoted` decodes, so that the error can say how to promote a lead, but neither the description nor
 * other errors mention it.
 */
export const TriageTarget = Schema.Any.pipe(
  Schema.refine((value: unknown): value is TriageStatus => isTriageStatus(value), {
    words: targets,
    otherwise: "promote_lead makes it a deal",
    toJsonSchema: () => ({ type: "string", enum: targets })
  })
)

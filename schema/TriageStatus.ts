/** The triage status of a lead. */
import { Schema } from "effect"

export const TriageStatus = Schema.Literals(["new", "contacted", "promoted", "junk", "bad_fit", "stale"])
export type TriageStatus = typeof TriageStatus.Type

export const isTriageStatus = Schema.is(TriageStatus)

const targets = TriageStatus.literals.filter((status) => status !== "promoted")

/**
 * What a caller may set. `promoted` decodes, so that the refusal can say how to promote, but neither the
 * description nor the refusal of another value names it.
 */
export const TriageTarget = Schema.Any.pipe(
  Schema.refine((value: unknown): value is TriageStatus => isTriageStatus(value), {
    words: targets,
    otherwise: "promote_lead makes it a deal",
    toJsonSchema: () => ({ type: "string", enum: targets })
  })
)

/** Creates a lead from a submission. */
import { Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import type { BoardId, LeadId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import * as LeadFields from "../../../schema/LeadFields.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"
import * as Model from "../../../schema/Model.ts"

const required = ["workEmail", "firstName", "lastName", "companyName", "message"] as const

/** Fails if a submission has neither a sender nor a request. Blank fields don't count. */
export const check = (input: Submission): Result.Result<Submission, Invalid> => {
  if (required.some((field) => (input[field] ?? "").trim() !== "")) return Result.succeed(input)
  const message = `At least one of ${required.join(", ")} is needed, and not blank.`
  return Result.fail(
    new Invalid({ code: "invalid_body", message, meta: { issues: [{ path: "", message }] } })
  )
}

/** A new lead. An import has the source `form`, and `attribution.source` keeps the sent value. */
export const create = (input: Submission, boardId: BoardId, id: LeadId, now: string): Lead => ({
  ...(Model.edit(LeadFields.columns, null, input) as Lead),
  id,
  boardId,
  triageStatus: "new",
  source: input.source === "email" ? "email" : "form",
  suspect: false,
  enrichment: { history: [] },
  createdAt: now
})

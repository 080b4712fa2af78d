/** Updates an existing lead from a row of an import. */
import type { Lead } from "../../../schema/Lead.ts"
import * as LeadFields from "../../../schema/LeadFields.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"
import * as Model from "../../../schema/Model.ts"

/** Returns `lead` itself if the row changes nothing. */
export const applySubmission = (lead: Lead, input: Submission): Lead => {
  const after = { ...lead, ...Model.edit(LeadFields.submitted, lead, input) }
  return JSON.stringify(after) === JSON.stringify(lead) ? lead : after
}

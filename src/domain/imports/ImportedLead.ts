/** Updates an existing lead from a row of an import. */
import type { Lead } from "../../../schema/Lead.ts"
import { consentOf, type Submission } from "../../../schema/LeadSubmission.ts"

/** Overrides fields with those that were sent. */
const override = <Fields extends object>(
  before: Fields,
  sent: { readonly [Name in keyof Fields]?: unknown }
): Fields =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, sent[name as keyof Fields] ?? value])
  ) as Fields

/** Returns `lead` itself if the row changes nothing. */
export const applySubmission = (lead: Lead, sent: Submission): Lead => {
  const { consent, workEmail, ...fields } = sent
  const agreement = consent === undefined ? undefined : consentOf(consent)
  const contact = override(lead.contact, {
    ...fields,
    ...(workEmail !== undefined && { email: workEmail }),
    ...(agreement !== undefined && { consent: agreement })
  })
  const attribution = override(lead.attribution, fields)
  const isSame = JSON.stringify([contact, attribution]) === JSON.stringify([lead.contact, lead.attribution])
  return isSame ? lead : { ...lead, contact, attribution }
}

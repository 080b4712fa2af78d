/** Updates an existing lead from a row of an import. */
import type { Lead } from "../../../schema/Lead.ts"
import { consentOf, type Submission } from "../../../schema/LeadSubmission.ts"

/** Overrides fields with those that were sent. */
const over = <Fields extends object>(
  before: Fields,
  sent: { readonly [Name in keyof Fields]?: unknown }
): Fields =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, sent[name as keyof Fields] ?? value])
  ) as Fields

/** Returns `lead` itself if the row changes nothing. */
export const corrected = (lead: Lead, sent: Submission): Lead => {
  const { consent, workEmail, ...fields } = sent
  const agreed = consent === undefined ? undefined : consentOf(consent)
  const contact = over(lead.contact, {
    ...fields,
    ...(workEmail !== undefined && { email: workEmail }),
    ...(agreed !== undefined && { consent: agreed })
  })
  const attribution = over(lead.attribution, fields)
  const isSame = JSON.stringify([contact, attribution]) === JSON.stringify([lead.contact, lead.attribution])
  return isSame ? lead : { ...lead, contact, attribution }
}

/** The short form of a lead in a list. */
import type { Lead, LeadRow, RowField } from "../../../schema/Lead.ts"
import * as PlainText from "../../shared/PlainText.ts"
import * as FullName from "./FullName.ts"

/** The number of characters of the message in a row, enough to recognize spam. */
const beginning = 60

/** A row. The status is omitted if the list is filtered by it. `dayOf` returns the day of a time in the reader's zone. */
export const of = (
  { attribution, contact, createdAt, enrichment, id, source, triageStatus }: Lead,
  isOneStatus: boolean,
  dayOf: (time: string) => string,
  fields: ReadonlyArray<RowField> = []
): typeof LeadRow.Type => {
  const { companyName, email } = contact
  const contactName = FullName.of(contact.firstName, contact.lastName)
  const message = PlainText.shortened(PlainText.line(contact.message ?? ""), beginning)
  return {
    id,
    ...(contactName !== null && { contactName }),
    ...((contactName === null || fields.includes("email")) && email !== null && { email }),
    ...(companyName !== null && { companyName }),
    ...(!isOneStatus && { triageStatus }),
    ...(enrichment.score !== undefined && { score: enrichment.score }),
    ...(fields.includes("source") && { source }),
    ...(fields.includes("utmSource") &&
      attribution.utmSource !== null && { utmSource: attribution.utmSource }),
    createdAt: dayOf(createdAt),
    ...(message !== "" && { message })
  }
}

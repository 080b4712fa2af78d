/** A lead in a list, in short. */
import type { Lead, LeadRow } from "../../../schema/Lead.ts"
import * as PlainText from "../../values/PlainText.ts"
import * as FullName from "./FullName.ts"

/** Characters of a message that a row has: enough to tell spam. */
const beginning = 60

/** A row; its status is left out if it is the one asked for. `dayOf` is the day of a time where the row is read. */
export const of = (
  { contact, createdAt, enrichment, id, triageStatus }: Lead,
  isOneStatus: boolean,
  dayOf: (time: string) => string
): typeof LeadRow.Type => {
  const { companyName, email } = contact
  const contactName = FullName.of(contact.firstName, contact.lastName)
  const message = PlainText.shortened(PlainText.line(contact.message ?? ""), beginning)
  return {
    id,
    ...(contactName !== null && { contactName }),
    ...(contactName === null && email !== null && { email }),
    ...(companyName !== null && { companyName }),
    ...(!isOneStatus && { triageStatus }),
    ...(enrichment.score !== undefined && { score: enrichment.score }),
    createdAt: dayOf(createdAt),
    ...(message !== "" && { message })
  }
}

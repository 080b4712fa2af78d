/** Removes personal data from audit entries. */
import type { AuditChange, AuditFields } from "../../../schema/Audit.ts"
import * as DealFields from "../../../schema/DealFields.ts"
import * as Field from "../../../schema/Field.ts"
import { Lead } from "../../../schema/Lead.ts"
import { LeadContact } from "../../../schema/LeadFields.ts"
import * as ErasureTerms from "./ErasureTerms.ts"

/** Personal fields under their names in the audit log. */
const ofLead = [...Field.personalOf(Lead.fields), ...Field.personalOf(LeadContact.fields)]
const ofContact = DealFields.columns.flatMap(({ field, logged }) =>
  field === "primaryContact" ? [logged] : []
)

const emptied = (fields: AuditFields | null, names: ReadonlyArray<string>): AuditFields | null =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) =>
      names.includes(name) && value !== null ? [name, ErasureTerms.erased] : [name, value]
    )
  )

/** Removes personal fields from a change of one of the person's leads or deals. */
export const of =
  ({ deals, leads }: Readonly<Record<"deals" | "leads", ReadonlyArray<string>>>) =>
  (change: AuditChange): AuditChange => {
    const { after, before, id, of, resource } = change
    const isTheirs = (ids: ReadonlyArray<string>) => ids.includes(of ?? id)
    const names =
      resource === "lead" && isTheirs(leads)
        ? ofLead
        : resource === "lead_history" && isTheirs(leads)
          ? ["payload"]
          : resource === "deal" && isTheirs(deals)
            ? ofContact
            : []
    return names.length === 0
      ? change
      : { ...change, before: emptied(before, names), after: emptied(after, names) }
  }

const all = (value: string | null) => Object.fromEntries(ofContact.map((name) => [name, value]))

/** The change that erases a deal's contact. */
export const contact = { before: all(ErasureTerms.erased), after: all(null) }

/**
 * Which fields a file may fill, and what the columns are called that hold them: ours, those of HubSpot, Pipedrive, Salesforce (reports and
 * Data Loader), Zoho, Odoo, Twenty, EspoCRM, SuiteCRM, LinkedIn, Google and Outlook as they come, in English and German, and common ones.
 */
import * as DealColumns from "./DealColumns.ts"
import * as LeadColumns from "./LeadColumns.ts"

export type Kind = "deals" | "leads"

/** The fields that columns may fill, with the names of such columns. */
export const of = { deals: DealColumns.names, leads: LeadColumns.names } as const

/** A header as it is compared: without case, spaces and signs. */
export const folded = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "")

const known = new Set(
  Object.values(of).flatMap((fields) =>
    Object.entries(fields)
      .flat(2)
      .map((name) => folded(name))
  )
)

/** Whether a column is called so in a system we know. */
export const isKnown = (header: string): boolean => known.has(folded(header))

/** What the file with the lines that failed adds to them. */
export const added = ["Import line", "Import problem"] as const

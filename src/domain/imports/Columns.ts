/** Which fields a file may fill, and what the columns are called that hold them: ours, HubSpot's, Pipedrive's and common ones. */

export type Kind = "deals" | "leads"

/** Of HubSpot's and Pipedrive's export files, the columns that they have if nobody changed them. */
const deals: Readonly<Record<string, ReadonlyArray<string>>> = {
  externalId: ["external id", "record id", "deal - id", "deal id", "record id - deal", "id"],
  name: ["name", "deal name", "deal - title", "title", "deal", "opportunity name"],
  company: [
    ...["company", "company name", "associated company", "associated company (primary)", "customer"],
    ...["deal - organization", "organization - name", "organization", "account name"]
  ],
  amount: ["amount", "deal - value", "value", "deal value"],
  currency: ["currency", "deal - currency of value", "deal - currency", "deal currency code"],
  board: ["board"],
  stage: ["stage", "deal stage", "deal - stage"],
  status: ["status", "deal - status"],
  owner: ["owner", "deal owner", "deal - owner", "owner email"],
  labels: ["labels", "label", "tags", "deal - label", "deal tags"],
  primaryContactName: [
    ...["contact", "contact name", "associated contact", "associated contact (primary)", "primary contact"],
    ...["deal - contact person", "person - name", "contact person"]
  ],
  primaryContactTitle: ["contact title", "job title", "person - job title"],
  primaryContactEmail: ["contact email", "email", "person - email", "person - email - work"],
  primaryContactPhone: ["contact phone", "phone", "phone number", "person - phone", "person - phone - work"],
  primaryContactLinkedin: ["linkedin", "linkedin url"],
  keyTerms: ["key terms", "terms"],
  nextStep: ["next step", "next steps", "deal - next activity subject"],
  nextStepAt: ["next step due", "next step date", "next activity date", "deal - next activity date"],
  createdAt: [
    "created at",
    "created",
    "create date",
    "deal - deal created",
    "deal - add time",
    "date created"
  ],
  closedAt: [
    ...["closed at", "closed", "close date", "deal - deal closed on", "deal - won time", "deal - lost time"],
    ...["won time", "lost time"]
  ]
}

const leads: Readonly<Record<string, ReadonlyArray<string>>> = {
  externalId: [
    "external id",
    "record id",
    "person - id",
    "lead - id",
    "contact id",
    "record id - contact",
    "id"
  ],
  firstName: ["first name", "person - first name"],
  lastName: ["last name", "surname", "person - last name"],
  fullName: ["name", "full name", "person - name", "lead - contact person", "contact person"],
  workEmail: ["work email", "email", "email address", "person - email", "person - email - work"],
  phone: ["phone", "phone number", "mobile phone number", "person - phone", "person - phone - work"],
  companyName: [
    ...["company", "company name", "associated company", "associated company (primary)"],
    ...["person - organization", "lead - organization", "organization - name", "organization"]
  ],
  companyWebsite: ["company website", "website", "website url", "company domain name"],
  message: ["message", "note", "notes"],
  howHeard: ["how heard", "how did you hear about us"],
  consent: ["consent"],
  board: ["board"],
  createdAt: [
    ...["created at", "created", "create date", "person - person created", "lead - lead created"],
    "date created"
  ],
  sourceUrl: ["source url", "first page seen"],
  referrer: ["referrer", "first referring site"],
  utmSource: ["utm source"],
  utmMedium: ["utm medium"],
  utmCampaign: ["utm campaign"],
  utmTerm: ["utm term"],
  utmContent: ["utm content"],
  gclid: ["gclid"]
}

/** The fields that columns may fill, with the names of such columns. */
export const of = { deals, leads } as const

/** A header as it is compared: without case, spaces and signs. */
export const folded = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "")

/** What the file with the lines that failed adds to them. */
export const added = ["Import line", "Import problem"] as const

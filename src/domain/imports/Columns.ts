/**
 * Which fields a file may fill, and what the columns are called that hold them: ours, those of HubSpot, Pipedrive, Salesforce (reports and
 * Data Loader), Zoho, Odoo, Twenty, EspoCRM, SuiteCRM, LinkedIn, Google and Outlook as they come, in English and German, and common ones.
 */

export type Kind = "deals" | "leads"

const deals: Readonly<Record<string, ReadonlyArray<string>>> = {
  externalId: [
    ...["external id", "record id", "deal - id", "deal id", "record id - deal", "opportunity id", "id"],
    ...["datensatz-id", "datensatznummer", "externe id"]
  ],
  name: [
    ...["name", "deal name", "deal - title", "title", "deal", "opportunity name", "opportunity"],
    ...["deal - titel", "titel", "dealname", "verkaufschance", "bezeichnung"]
  ],
  company: [
    ...["company", "company name", "associated company", "associated company (primary)", "customer"],
    ...[
      "deal - organization",
      "organization - name",
      "organization",
      "account name",
      "account",
      "partner id"
    ],
    ...["unternehmen", "zugehöriges unternehmen", "zugeordnetes unternehmen", "deal - organisation"],
    ...["organisation - name", "firma", "account-name", "kunde"]
  ],
  amount: [
    ...[
      "amount",
      "deal - value",
      "value",
      "deal value",
      "expected revenue",
      "opportunity amount",
      "amount / amount"
    ],
    ...["betrag", "deal - wert", "wert", "erwarteter umsatz"]
  ],
  currency: [
    ...["currency", "deal - currency of value", "deal - currency", "deal currency code", "amount currency"],
    ...["opportunity currency", "currency iso code", "amount / currency", "amount / currency code"],
    ...["währung", "deal - währung", "deal - währung des wertes"]
  ],
  board: ["board"],
  stage: [
    ...["stage", "deal stage", "deal - stage", "stage name", "sales stage", "stage id"],
    ...["phase", "deal-phase", "deal - phase", "deal - stufe", "verkaufsphase"]
  ],
  status: ["status", "deal - status"],
  owner: [
    ...["owner", "deal owner", "deal - owner", "owner email", "opportunity owner", "salesperson"],
    ...["assigned user", "assigned user name", "assigned to"],
    ...[
      "deal-inhaber",
      "deal-verantwortlicher",
      "zuständiger mitarbeiter",
      "deal - besitzer",
      "inhaber",
      "vertriebsmitarbeiter"
    ]
  ],
  labels: [
    "labels",
    "label",
    "tags",
    "tag",
    "deal - label",
    "deal tags",
    "schlagwörter",
    "deal - beschriftung"
  ],
  primaryContactName: [
    ...["contact", "contact name", "associated contact", "associated contact (primary)", "primary contact"],
    ...["deal - contact person", "person - name", "contact person", "point of contact"],
    ...["kontakt", "zugehöriger kontakt", "zugeordneter kontakt", "deal - kontaktperson", "ansprechpartner"]
  ],
  primaryContactTitle: ["contact title", "job title", "person - job title", "position", "berufsbezeichnung"],
  primaryContactEmail: [
    ...["contact email", "email", "e-mail", "email from", "person - email", "person - email - work"],
    ...["person - e-mail", "person - e-mail - arbeit", "e-mail-adresse"]
  ],
  primaryContactPhone: [
    ...["contact phone", "phone", "phone number", "person - phone", "person - phone - work"],
    ...["telefon", "telefonnummer", "person - telefon", "person - telefon - arbeit"]
  ],
  primaryContactLinkedin: ["linkedin", "linkedin url"],
  keyTerms: ["key terms", "terms"],
  nextStep: ["next step", "next steps", "deal - next activity subject", "nächster schritt"],
  nextStepAt: ["next step due", "next step date", "next activity date", "deal - next activity date"],
  createdAt: [
    ...[
      "created at",
      "created",
      "create date",
      "created date",
      "created time",
      "created on",
      "creation date"
    ],
    ...["deal - deal created", "deal - add time", "date created", "date entered"],
    ...["erstelldatum", "erstellungsdatum", "erstellt am", "angelegt am", "deal - deal erstellt"]
  ],
  closedAt: [
    ...[
      "closed at",
      "closed",
      "close date",
      "closing date",
      "closed date",
      "expected close date",
      "expected closing"
    ],
    ...[
      "deal - deal closed on",
      "deal - won time",
      "deal - lost time",
      "won time",
      "lost time",
      "date closed",
      "won",
      "dead"
    ],
    ...["abschlussdatum", "deal - gewonnen am", "deal - verloren am", "schlusstermin"]
  ]
}

const leads: Readonly<Record<string, ReadonlyArray<string>>> = {
  externalId: [
    ...[
      "external id",
      "record id",
      "person - id",
      "lead - id",
      "lead id",
      "contact id",
      "record id - contact",
      "id"
    ],
    ...["datensatz-id", "externe id"]
  ],
  firstName: ["first name", "given name", "person - first name", "vorname", "person - vorname"],
  lastName: ["last name", "surname", "family name", "person - last name", "nachname", "person - nachname"],
  fullName: [
    "name",
    "full name",
    "person - name",
    "lead - contact person",
    "contact person",
    "contact name",
    "display name"
  ],
  workEmail: [
    ...["work email", "email", "e-mail", "email address", "e-mail address", "e-mail 1 - value", "email from"],
    ...[
      "person - email",
      "person - email - work",
      "e-mail-adresse",
      "person - e-mail",
      "person - e-mail - arbeit"
    ]
  ],
  phone: [
    ...[
      "phone",
      "phone number",
      "mobile phone number",
      "business phone",
      "mobile phone",
      "mobile",
      "phone 1 - value"
    ],
    ...[
      "person - phone",
      "person - phone - work",
      "telefon",
      "telefonnummer",
      "telefon geschäftlich",
      "mobiltelefon"
    ],
    ...["person - telefon", "person - telefon - arbeit"]
  ],
  companyName: [
    ...["company", "company name", "associated company", "associated company (primary)", "account name"],
    ...[
      "person - organization",
      "lead - organization",
      "organization - name",
      "organization",
      "organization name"
    ],
    ...["organization 1 - name", "firma", "unternehmen", "unternehmensname", "person - organisation"]
  ],
  companyWebsite: [
    "company website",
    "website",
    "website url",
    "company domain name",
    "web page",
    "website 1 - value",
    "webseite"
  ],
  message: ["message", "note", "notes", "description", "notizen", "nachricht", "beschreibung"],
  howHeard: ["how heard", "how did you hear about us"],
  consent: ["consent"],
  board: ["board"],
  createdAt: [
    ...[
      "created at",
      "created",
      "create date",
      "created date",
      "created time",
      "created on",
      "creation date"
    ],
    ...["person - person created", "lead - lead created", "date created", "connected on"],
    ...["erstelldatum", "erstellungsdatum", "erstellt am"]
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

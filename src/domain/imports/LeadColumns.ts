/** Names of the columns of a lead's fields, in the systems that Columns.ts lists. */
export const names: Readonly<Record<string, ReadonlyArray<string>>> = {
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
  firstName: [
    "first name",
    "given name",
    "name / first name",
    "person - first name",
    "vorname",
    "person - vorname"
  ],
  lastName: [
    "last name",
    "surname",
    "name / last name",
    "family name",
    "person - last name",
    "nachname",
    "person - nachname"
  ],
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
    ...[
      "work email",
      "email",
      "emails / primary email",
      "e-mail",
      "email address",
      "e-mail address",
      "e-mail 1 - value",
      "email from"
    ],
    ...[
      "person - email",
      "person - email - work",
      "person - email - home",
      "e-mail 2 address",
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
      "person - phone - mobile",
      "phones / primary phone number",
      "office phone",
      "home phone",
      "mobiltelefonnummer",
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
    ...[
      "organization 1 - name",
      "company / account",
      "zugehöriges unternehmen",
      "firma",
      "unternehmen",
      "unternehmensname",
      "person - organisation"
    ]
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
    ...[
      "person - person created",
      "lead - lead created",
      "date created",
      "connected on",
      "create date (utc)",
      "verbunden am"
    ],
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

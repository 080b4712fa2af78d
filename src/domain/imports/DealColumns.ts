/** Names of the columns of a deal's fields, in the systems that Columns.ts lists. */
export const names: Readonly<Record<string, ReadonlyArray<string>>> = {
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
    ...[
      "unternehmen",
      "zugehöriges unternehmen",
      "kontoname",
      "zugeordnetes unternehmen",
      "deal - organisation"
    ],
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
      "opportunity-inhaber",
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
    ...[
      "kontakt",
      "zugehöriger kontakt",
      "kontaktname",
      "zugeordneter kontakt",
      "deal - kontaktperson",
      "ansprechpartner"
    ]
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
    ...[
      "erstelldatum",
      "erstellungsdatum",
      "erstellt am",
      "erstellungszeit",
      "angelegt am",
      "deal - deal erstellt"
    ]
  ],
  closedAt: [
    ...["closed at", "close date", "closing date", "closed date", "expected close date", "expected closing"],
    ...[
      "deal - deal closed on",
      "deal - won time",
      "deal - lost time",
      "won time",
      "lost time",
      "date closed",
      "closed",
      "won",
      "dead"
    ],
    ...["abschlussdatum", "deal - gewonnen am", "deal - verloren am", "schlusstermin"]
  ]
}

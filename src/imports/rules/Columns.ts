/**
 * The fields that columns can fill, and their headers in English and German exports of HubSpot, Pipedrive, Salesforce, Zoho, Odoo, Twenty,
 * EspoCRM, SuiteCRM, LinkedIn, Google and Outlook. A field's own name is also a header.
 */

import type { DealRow, LeadRow } from "../../../schema/Import.ts"

export type Kind = "deals" | "leads"

/** The text fields of rows, and `board`. Ids and minor units don't come from columns. */
type DealField = Exclude<keyof typeof DealRow, "line" | "boardId" | "stageId" | "ownerId" | "amountCents">

const deals: Readonly<Record<DealField, string>> = {
  externalId: `record id, deal - id, record id - deal, opportunity id, id, datensatz-id, datensatznummer,
    externe id`,
  name: `deal name, deal - title, title, deal, opportunity name, opportunity, deal - titel, titel,
    verkaufschance, bezeichnung`,
  company: `company name, associated company, associated company (primary), customer, deal - organization,
    organization - name, organization, account name, account, partner id, unternehmen,
    zugehöriges unternehmen, kontoname, zugeordnetes unternehmen, deal - organisation, organisation - name,
    firma, kunde`,
  amount: `deal - value, value, expected revenue, opportunity amount, amount / amount, betrag, deal - wert,
    wert, erwarteter umsatz`,
  currency: `deal - currency of value, deal - currency, deal currency code, amount currency,
    opportunity currency, currency iso code, amount / currency code, währung, deal - währung,
    deal - währung des wertes`,
  board: "",
  stage: "deal stage, stage name, sales stage, stage id, phase, deal-phase, deal - stufe, verkaufsphase",
  status: "deal - status",
  owner: `deal owner, owner email, opportunity owner, salesperson, assigned user, assigned user name,
    assigned to, deal-inhaber, deal-verantwortlicher, zuständiger mitarbeiter, deal - besitzer, inhaber,
    opportunity-inhaber, vertriebsmitarbeiter`,
  labels: "label, tags, tag, deal - label, deal tags, schlagwörter, deal - beschriftung",
  primaryContactName: `contact, contact name, associated contact, associated contact (primary),
    primary contact, deal - contact person, person - name, contact person, point of contact, kontakt,
    zugehöriger kontakt, kontaktname, zugeordneter kontakt, deal - kontaktperson, ansprechpartner`,
  primaryContactTitle: "contact title, job title, person - job title, position, berufsbezeichnung",
  primaryContactEmail: `contact email, email, email from, person - email, person - email - work,
    person - e-mail - arbeit, e-mail-adresse`,
  primaryContactPhone: `contact phone, phone, phone number, person - phone, person - phone - work, telefon,
    telefonnummer, person - telefon, person - telefon - arbeit`,
  primaryContactLinkedin: "linkedin, linkedin url",
  keyTerms: "terms",
  nextStep: "next steps, deal - next activity subject, nächster schritt",
  nextStepAt: "next step due, next step date, next activity date, deal - next activity date",
  expectedCloseAt: `expected close, expected close date, expected closing, expected closing date,
    deal - expected close date, erwartetes abschlussdatum, deal - erwartetes abschlussdatum`,
  forecastCategory: "forecast",
  lostReason: `lost because, lost reason, deal - lost reason, closed lost reason, loss reason, reason lost,
    grund für verlust, verlustgrund, deal - grund für verlust`,
  createdAt: `created, create date, created date, created time, created on, creation date,
    deal - deal created, deal - add time, date created, date entered, erstelldatum, erstellungsdatum,
    erstellt am, erstellungszeit, angelegt am, deal - deal erstellt`,
  closedAt: `close date, closing date, closed date, deal - deal closed on, deal - won time, deal - lost time,
    won time, lost time, date closed, closed, won, dead, abschlussdatum, deal - gewonnen am, deal - verloren am, schlusstermin`
}

/** The fields of rows without `source`, which an import sets itself, and `fullName` for a name in one cell. */
type LeadField = Exclude<keyof typeof LeadRow, "line" | "boardId" | "source"> | "fullName"

const leads: Readonly<Record<LeadField, string>> = {
  externalId: `record id, person - id, lead - id, contact id, record id - contact, id, datensatz-id,
    externe id`,
  firstName: "given name, name / first name, person - first name, vorname, person - vorname",
  lastName: "surname, name / last name, family name, person - last name, nachname, person - nachname",
  fullName: "name, person - name, lead - contact person, contact person, contact name, display name",
  workEmail: `email, emails / primary email, email address, e-mail 1 - value, email from, person - email,
    person - email - work, person - email - home, e-mail 2 address, e-mail-adresse, person - e-mail - arbeit`,
  phone: `phone number, mobile phone number, business phone, mobile phone, mobile, phone 1 - value,
    person - phone, person - phone - work, person - phone - mobile, phones / primary phone number,
    office phone, home phone, mobiltelefonnummer, telefon, telefonnummer, telefon geschäftlich, mobiltelefon,
    person - telefon, person - telefon - arbeit`,
  companyName: `company, associated company, associated company (primary), account name,
    person - organization, lead - organization, organization - name, organization, organization 1 - name,
    company / account, zugehöriges unternehmen, firma, unternehmen, unternehmensname, person - organisation`,
  companyWebsite: "website, website url, company domain name, web page, website 1 - value, webseite",
  message: "note, notes, description, notizen, nachricht, beschreibung",
  howHeard: "how did you hear about us",
  consent: "",
  consentText: "",
  board: "",
  createdAt: `created, create date, created date, created time, created on, creation date,
    person - person created, lead - lead created, date created, connected on, create date (utc), verbunden am,
    erstelldatum, erstellungsdatum, erstellt am`,
  sourceUrl: "first page seen",
  pageTitle: "",
  referrer: "first referring site",
  utmSource: "",
  utmMedium: "",
  utmCampaign: "",
  utmTerm: "",
  utmContent: "",
  gclid: "",
  fbclid: "",
  msclkid: ""
}

/** Splits a comma-separated list. */
export const parseList = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

type Lists = Readonly<Record<string, ReadonlyArray<string>>>

/** Splits several comma-separated lists. */
export const parseLists = (lists: Readonly<Record<string, string>>): Lists =>
  Object.fromEntries(Object.entries(lists).map(([name, text]) => [name, parseList(text)]))

/** Header names by field. Earlier ones take precedence if a file has several. */
export const of: Readonly<Record<Kind, Lists>> = { deals: parseLists(deals), leads: parseLists(leads) }

/** Normalizes a header for comparison, without case, spaces and punctuation. */
export const normalize = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "")

const headerNames = new Set(
  Object.values(of).flatMap((fields) => Object.entries(fields).flat(2).map(normalize))
)

/** Whether a system listed above exports a column with this header. */
export const isHeaderName = (header: string): boolean => headerNames.has(normalize(header))

/** The additional columns in the file of failed lines. */
export const errorColumns = ["Import line", "Import problem"] as const

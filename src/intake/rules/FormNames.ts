/** Names of lead fields on websites and in form builders, in English and German. */
import * as LeadFields from "../../../schema/LeadFields.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"

/** `name` is for a whole name. */
export type Named = keyof Submission | "name"

/** Without case and separators, as `plain` makes them. */
const aliases: Partial<Record<Named, string>> = {
  name: "name fullname wholename contactname contactperson vollständigername vorundnachname vornamenachname vornameundnachname ansprechpartner ansprechpartnerin kontaktperson",
  firstName: "first fname givenname forename vorname prenom prénom",
  lastName: "last lname surname familyname nachname familienname zuname",
  workEmail:
    "email emailaddress mail mailaddress emailaddr replyto workmail businessemail companyemail contactemail emailadresse mailadresse",
  phone:
    "phone tel telephone telephonenumber phonenumber mobile mobilephone mobilenumber cell cellphone contactnumber contactphone telefon telefonnummer telefonnr rufnummer handy handynummer mobil mobilnummer mobiltelefon",
  companyName:
    "company organization organisation organizationname organisationname business businessname employer firma firmenname unternehmen unternehmensname betrieb",
  companyWebsite: "website web url homepage websiteurl companyurl webseite internetseite",
  message:
    "message comments comment msg messagetext textarea body enquiry inquiry question questions request details howcanwehelp howcanwehelpyou nachricht mitteilung anfrage anliegen bemerkung bemerkungen kommentar kommentare frage fragen nachrichtentext",
  howHeard: "howdidyouhear howdidyouhearaboutus howdidyouhearofus referralsource wiehabensievonunserfahren",
  sourceUrl: "pageurl"
}

/** `utm_source`, `utmSource` and `UTM-Source` are the same name. */
const plain = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The intake sets `source` itself. */
const own = new Map<string, Named>(
  LeadFields.inputNames.flatMap((field) => (field === "source" ? [] : [[field.toLowerCase(), field]]))
)
const others = new Map<string, Named>(
  Object.entries(aliases).flatMap(([field, names]) =>
    names.split(" ").map((name) => [name, field as Named] as const)
  )
)

/** Removes owners and prefixes from names: `your-email`, `ihre-nachricht`, `form-field-email-1`, `billing_phone`. */
const withoutOwner = (name: string): string =>
  name.replace(
    /^(?:your|my|ihre?n?|deine?n?|contact|customer|visitor|user|lead|field|formfield|input|form|wpforms|et_pb_contact)+(?=.)/u,
    ""
  )
const withoutNumber = (name: string): string => name.replace(/\d+$/u, "")

/** Folders of nested fields that say nothing about them. */
const folders = new Set([
  "data",
  "fields",
  "formfields",
  "formresponse",
  "form",
  "payload",
  "value",
  "values",
  "answers",
  "input",
  "contact",
  "body",
  "submission",
  "items"
])

const isFolder = (part: string): boolean => /^\d*$/u.test(part) || folders.has(plain(part))

/** The parts of a field's path that name it: of `form_fields[email][0]`, `email`. */
const namesOf = (path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = path.filter((part, index) => !isFolder(part) || (path.length === 1 && index === 0))
  return names.length === 0 ? path.slice(-1) : names
}

/** The field that a path is for, and whether by its own name. */
export const fieldOf = (
  path: ReadonlyArray<string>
): { readonly field: Named | undefined; readonly isOwn: boolean } => {
  const names = namesOf(path)
  // `name` of `product.name` is no person's.
  if (names.length > 1) return { field: undefined, isOwn: false }
  const name = plain(names[0] ?? "")
  const first = own.get(name)
  if (first !== undefined) return { field: first, isOwn: true }
  const rest = withoutOwner(name)
  const spellings = [name, rest, withoutNumber(name), withoutNumber(rest)]
  return {
    field: spellings.map((one) => others.get(one) ?? own.get(one)).find((one) => one !== undefined),
    isOwn: false
  }
}

/** The label in the message of a field that leads don't have. */
export const labelOf = (path: ReadonlyArray<string>): string =>
  namesOf(path)
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .join(" ")
    .slice(0, 200)

/** Fields that forms send for programs: tokens, captchas, counters, buttons. */
const internal =
  /^(?:_(?!replyto$|subject$).*|(?:g|h)-?(?:re)?captcha.*|cf-turnstile.*|frc-captcha.*|.*captcha[-_]?(?:response|token)|(?:.*[-_])?csrf(?:[-_]?\w*)?|(?:__)?requestverificationtoken|authenticity_?token|.*nonce|utf8|(?:post|form|queried|page)_?id|form_?(?:name|type|token)?|referer_?title|action|submit(?:ted)?|senden|absenden|send|button|btn|honey-?pot|hp|hp_.*|gotcha|contact_me_by_fax|contact_me_by_fax_only|is_?spam|wpcf7.*|wpforms\[(?:id|submit|author|post_id|nonce)\]|bot[-_]?field|id|boardid|constructor|__proto__)$/iu

/** True if a person filled the field in and it has a name. */
export const isTyped = (path: ReadonlyArray<string>): boolean =>
  path.some((part) => /[\p{L}\p{N}]/u.test(part)) &&
  !path.some((part) => part.length > 1 && internal.test(part) && fieldOf([part]).field === undefined)

/** Names of lead fields on websites and in form builders, in English and German. */
import * as LeadFields from "../../../schema/LeadFields.ts"
import type { Submission } from "../../../schema/LeadSubmission.ts"

/** `name` stands for a full name. */
export type Named = keyof Submission | "name"

/** Aliases in the form that `plain` returns, without case and separators. */
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

/** Normalizes a name: `utm_source`, `utmSource` and `UTM-Source` become the same. */
const plain = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The intake sets `source` itself. */
const ownNames = new Map<string, Named>(
  LeadFields.inputNames.flatMap((field) => (field === "source" ? [] : [[field.toLowerCase(), field]]))
)
const aliasNames = new Map<string, Named>(
  Object.entries(aliases).flatMap(([field, names]) =>
    names.split(" ").map((name) => [name, field as Named] as const)
  )
)

/** Removes prefixes such as in `your-email`, `ihre-nachricht`, `form-field-email-1` and `billing_phone`. */
const withoutOwner = (name: string): string =>
  name.replace(
    /^(?:your|my|ihre?n?|deine?n?|contact|customer|visitor|user|lead|field|formfield|input|form|wpforms|et_pb_contact)+(?=.)/u,
    ""
  )
const withoutNumber = (name: string): string => name.replace(/\d+$/u, "")

/** Names of parents that don't describe the fields in them. */
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

/** The parts of a path that name the field, for example `email` in `form_fields[email][0]`. */
const namesOf = (path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = path.filter((part, index) => !isFolder(part) || (path.length === 1 && index === 0))
  return names.length === 0 ? path.slice(-1) : names
}

/** The lead's field for a path, and whether the path has the field's own name. */
export const fieldOf = (
  path: ReadonlyArray<string>
): { readonly field: Named | undefined; readonly isOwn: boolean } => {
  const names = namesOf(path)
  // `name` in `product.name` isn't a person's.
  if (names.length > 1) return { field: undefined, isOwn: false }
  const name = plain(names[0] ?? "")
  const first = ownNames.get(name)
  if (first !== undefined) return { field: first, isOwn: true }
  const rest = withoutOwner(name)
  const spellings = [name, rest, withoutNumber(name), withoutNumber(rest)]
  return {
    field: spellings.map((one) => aliasNames.get(one) ?? ownNames.get(one)).find((one) => one !== undefined),
    isOwn: false
  }
}

/** The label in the message, for a field that leads don't have. */
export const labelOf = (path: ReadonlyArray<string>): string =>
  namesOf(path)
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .join(" ")
    .slice(0, 200)

/** Technical fields of forms: tokens, captchas, counters and buttons. */
const internal =
  /^(?:_(?!replyto$|subject$).*|(?:g|h)-?(?:re)?captcha.*|cf-turnstile.*|frc-captcha.*|.*captcha[-_]?(?:response|token)|(?:.*[-_])?csrf(?:[-_]?\w*)?|(?:__)?requestverificationtoken|authenticity_?token|.*nonce|utf8|(?:post|form|queried|page)_?id|form_?(?:name|type|token)?|referer_?title|action|submit(?:ted)?|senden|absenden|send|button|btn|honey-?pot|hp|hp_.*|gotcha|contact_me_by_fax|contact_me_by_fax_only|is_?spam|wpcf7.*|wpforms\[(?:id|submit|author|post_id|nonce)\]|bot[-_]?field|id|boardid|constructor|__proto__)$/iu

/** Whether a person filled the field in and it has a name. */
export const isTyped = (path: ReadonlyArray<string>): boolean =>
  path.some((part) => /[\p{L}\p{N}]/u.test(part)) &&
  !path.some((part) => part.length > 1 && internal.test(part) && fieldOf([part]).field === undefined)

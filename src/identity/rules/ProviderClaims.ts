/** A provider's claims about a person, with limits because another system writes them. */
import { isEmail } from "../../../schema/Field.ts"

export interface ProviderClaims {
  readonly issuer: string
  /** The person's id at the provider. */
  readonly subject: string
  /** The email address in lower case, only if the provider has verified it. */
  readonly email: string | undefined
  readonly name: string | undefined
  readonly groups: ReadonlyArray<string>
  /** The session at the provider. */
  readonly sid: string | undefined
}

/** The maximum length of `sub` in OpenID Connect. */
const maxIdLength = 255

const maxNameLength = 200

/** More than Entra ID puts into a token. */
const maxGroups = 1_000

/** An id that can be stored: without U+0000 and lone surrogates. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" &&
  value !== "" &&
  value.length <= maxIdLength &&
  value.isWellFormed() &&
  !value.includes("\u0000")
    ? value
    : undefined

const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  const plain = value.replaceAll(/[\p{C}\s]+/gu, " ").trim()
  return plain === "" ? undefined : [...plain].slice(0, maxNameLength).join("")
}

/** Entra ID has no `email_verified`. Its `xms_edov` says that the domain owner was verified, as true, 1 or either as a string. */
const isVerified = ({ email_verified: verified, xms_edov: owned }: Readonly<Record<string, unknown>>) =>
  verified === true || (verified === undefined && ["true", "1"].includes(String(owned).toLowerCase()))

const emailOf = (claims: Readonly<Record<string, unknown>>): string | undefined => {
  const { email } = claims
  if (typeof email !== "string" || !isVerified(claims)) return undefined
  const normal = email.trim().toLowerCase()
  return isEmail(normal) ? normal : undefined
}

/** Undefined without an issuer and a subject that can be stored. */
export const of = (
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string
): ProviderClaims | undefined => {
  const [issuer, subject] = [idOf(claims["iss"]), idOf(claims["sub"])]
  if (issuer === undefined || subject === undefined) return undefined
  const groups = [claims[groupsClaim] ?? []].flat().slice(0, maxGroups)
  return {
    issuer,
    subject,
    email: emailOf(claims),
    name: nameOf(claims["name"]),
    groups: groups.filter((group) => typeof group === "string"),
    sid: idOf(claims["sid"])
  }
}

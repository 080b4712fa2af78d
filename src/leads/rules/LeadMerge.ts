/** Merges two leads: what the kept one lacks is taken from the other. */
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"
import type { Lead } from "../../../schema/Lead.ts"
import { maxMessageLength } from "../../../schema/LeadFields.ts"
import { writable } from "./Enrichment.ts"

type Fields = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ""

const filled = <Values extends Fields>(kept: Values, other: Values): Values => {
  const missing = Object.entries(other).filter(([name, value]) => isEmpty(kept[name]) && !isEmpty(value))
  return missing.length === 0 ? kept : { ...kept, ...Object.fromEntries(missing) }
}

/** Both messages, one below the other; only the kept lead's if the other repeats it, or both are too long. */
const joined = (kept: string | null, other: string | null): string | null => {
  if (isEmpty(kept) || isEmpty(other) || kept!.includes(other!)) return isEmpty(kept) ? other : kept
  const both = `${kept}\n\n${other}`
  return both.length > maxMessageLength ? kept : both
}

/** The kept lead with the submitted details that it lacks, and both messages. */
export const submitted = (kept: Lead, other: Lead): Lead => {
  const message = joined(kept.contact.message, other.contact.message)
  const own = message === kept.contact.message ? kept.contact : { ...kept.contact, message }
  const contact = filled(own, other.contact)
  const attribution = filled(kept.attribution, other.attribution)
  return contact === kept.contact && attribution === kept.attribution
    ? kept
    : { ...kept, contact, attribution }
}

/** Images belong to the write that fetched them, so they stay behind. */
const images = new Set(["screenshot", "attachments"])

/** The keys of the other's enrichment that the kept lead lacks. */
export const enrichment = (kept: Lead, other: Lead): EnrichmentPatch => {
  const own: Fields = kept.enrichment
  const missing = Object.entries(writable(other.enrichment)).filter(
    ([key, value]) => !images.has(key) && isEmpty(own[key]) && !isEmpty(value)
  )
  return Object.fromEntries(missing) as EnrichmentPatch
}

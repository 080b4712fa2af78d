/** The reader of a page: language and saved time zone. */
import { Context } from "effect"
import { type Language } from "./Language.ts"
import { languages, isLanguage } from "./Words.ts"
import type { Reader } from "./ReaderSettings.ts"

export const of = (language: Language, zone?: string, fallbackZone = "UTC"): Reader => ({
  language,
  locale: languages[language].locale,
  zone,
  fallbackZone
})

export const zoneOf = ({ fallbackZone, zone }: Reader): string => zone ?? fallbackZone

/** `4 May 2026, 14:00`, with the zone's name unless the reader chose the zone. */
export const minute = (reader: Reader, iso: string): string => {
  const text = reader.locale.minute(iso, zoneOf(reader))
  return reader.zone === undefined ? `${text} ${reader.fallbackZone}` : text
}

const weight = (entry: string): readonly [tag: string, q: number] => {
  const [tag = "", ...parameters] = entry.split(";").map((text) => text.trim().toLowerCase())
  const q = parameters.find((one) => one.startsWith("q="))?.slice(2)
  return [tag, q === undefined ? 1 : Number(q) || 0]
}

/** The first supported language that the browser accepts (RFC 9110, section 12.5.4), or else English. */
export const accepted = (header: string | undefined): Language => {
  const wanted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map(weight)
    .filter(([, q]) => q > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([tag]) => tag.split("-")[0]!)
  return wanted.find(isLanguage) ?? "en"
}

/** The settings that a person saved; null means that the browser decides. */
interface Saved {
  readonly language: string | null
  readonly zone: string | null
}

export const from = (header: string | undefined, saved?: Saved): Reader => {
  const language = saved?.language ?? ""
  return of(isLanguage(language) ? language : accepted(header), saved?.zone ?? undefined)
}

/** The reader of the page being rendered, known once its session is. */
export class Reading extends Context.Service<Reading, { reader: Reader }>()(
  "pipeline/surfaces/pages/Reading"
) {}

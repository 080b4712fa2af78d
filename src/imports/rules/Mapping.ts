/** Maps a file's columns to fields. People review the mapping before an import, and can pass another one as JSON. */
import { Schema } from "effect"
import * as Columns from "./Columns.ts"
import * as Dates from "./Dates.ts"
import * as ImportedAmounts from "./ImportedAmounts.ts"

const text = Schema.String.check(Schema.isMaxLength(1_000))

/** The first non-empty cell of these columns is used. */
const Headers = Schema.Union([text, Schema.Array(text).check(Schema.isMaxLength(20))])

export const Mapping = Schema.Struct({
  columns: Schema.Record(Schema.String, Headers),
  /** By field, the value here for each value in the file. */
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Record(Schema.String, text))),
  /** The decimal separator of ambiguous amounts. */
  decimal: Schema.optionalKey(Schema.Literals([".", ","])),
  /** The board's currency, which decides a sign shared by several currencies. */
  currency: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(3))),
  /** The order of day and month in ambiguous dates. */
  dates: Schema.optionalKey(Schema.Literals(["dmy", "mdy"])),
  /** Whether the file was downloaded from a workspace of this service, so that its cells are taken literally. */
  own: Schema.optionalKey(Schema.Boolean),
  /** A prefix of each externalId, so that ids of two systems differ. */
  idPrefix: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(40)))
})
export type Mapping = typeof Mapping.Type

/**
 * The headers that identify each system's exports. All headers of an entry must be present, and the first match counts. Pipedrive's exports
 * are recognized by the prefixes of their headers.
 */
const signatures = {
  pipedrive: [],
  salesforce: ["opportunity name", "opportunity id", "stage name"],
  zoho: ["record id, closing date", "record id, created time"],
  odoo: ["expected revenue", "erwarteter umsatz"],
  twenty: ["point of contact", "amount / amount"],
  suitecrm: ["sales stage"],
  espocrm: ["assigned user, amount currency"],
  hubspot: ["record id", "datensatz-id"]
}
type Preset = keyof typeof signatures | "csv"

export const presets: ReadonlyArray<Preset> = [...(Object.keys(signatures) as Array<Preset>), "csv"]

/** Recognizes the system that exported a file by its headers. */
export const presetOf = (headers: ReadonlyArray<string>): Preset => {
  if (headers.some((header) => /^(?:deal|person|lead|organi[sz]ation) - /iu.test(header))) return "pipedrive"
  const names = new Set(headers.map(Columns.normalize))
  const hasAll = (list: string) => Columns.parseList(list).every((name) => names.has(Columns.normalize(name)))
  const signature = Object.entries(signatures).find(([, lists]) => lists.some(hasAll))
  return (signature?.[0] as Preset | undefined) ?? "csv"
}

/** For each default stage, the equivalent default stages of other systems. */
const stageNames = Columns.parseLists({
  New: `Appointment Scheduled, Contact Made, Prospecting, Screening, Termin geplant, Kontakt aufgenommen, Neu`,
  Qualified: `Qualified To Buy, Demo Scheduled, Qualification, Needs Analysis, Meeting, Qualifiziert zum Kauf,
    Qualifiziert, Demo geplant`,
  Proposal: `Presentation Scheduled, Proposal Made, Value Proposition, Proposal/Price Quote, Proposition,
    Präsentation geplant, Angebot unterbreitet, Angebot`,
  Negotiation: `Decision Maker Bought-In, Negotiations Started, Id. Decision Makers, Identify Decision Makers,
    Perception Analysis, Negotiation/Review, Entscheidungsträger überzeugt, Verhandlungen begonnen, Verhandlung`,
  Verbal: "Contract Sent, Vertrag gesendet"
})

/** Maps stages of other systems that the board lacks to equivalent ones that it has. */
const stageValues = (boardStages: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const names = new Set(boardStages.map(Columns.normalize))
  const isOnBoard = (name: string) => names.has(Columns.normalize(name))
  return Object.fromEntries(
    Object.entries(stageNames)
      .filter(([stage]) => isOnBoard(stage))
      .flatMap(([stage, aliases]) =>
        aliases.filter((alias) => !isOnBoard(alias)).map((alias) => [alias, stage])
      )
  )
}

/** Headers that only the files of `/deals/csv` and `/leads/csv` have. People may have deleted some of these columns. */
const ownHeaders = Columns.parseLists({
  deals: "in_stage_since, next_step_due, next_step, contact_title, key_terms, external_id",
  leads: "triage_status, how_heard, work_email, utm_source, company_website, external_id"
})

const isOwnList = (kind: Columns.Kind, headers: ReadonlyArray<string>): boolean => {
  const names = new Set(headers.map((header) => header.toLowerCase()))
  return ownHeaders[kind]!.filter((name) => names.has(name)).length >= 3
}

/** The headers of the columns for a field. */
export const headersOf = ({ columns }: Pick<Mapping, "columns">, field: string): ReadonlyArray<string> =>
  [columns[field] ?? []].flat()

interface File {
  readonly currency?: string
  readonly headers: ReadonlyArray<string>
  /** The names of the board's stages. */
  readonly stages: ReadonlyArray<string>
}

/** Suggests a mapping for a file's headers. */
export const suggest = (kind: Columns.Kind, preset: Preset, { currency, headers, stages }: File): Mapping => {
  const isOwn = isOwnList(kind, headers)
  const unused = new Map(headers.toReversed().map((header) => [Columns.normalize(header), header]))
  const columns: Record<string, string | ReadonlyArray<string>> = {}
  for (const [field, names] of Object.entries(Columns.of[kind])) {
    const matches = [field, ...names].map(Columns.normalize).flatMap((name) => {
      const header = unused.get(name)
      unused.delete(name)
      return header ?? []
    })
    // An id is in one column, except in this service's own files, where records without an external id are identified by their id.
    const isSingle = matches.length === 1 || (field === "externalId" && !isOwn)
    if (matches.length > 0) columns[field] = isSingle ? matches[0]! : matches
  }
  // With `Vorname` and `Name`, the name is the last name.
  const { firstName, fullName, lastName } = columns
  if (firstName !== undefined && lastName === undefined && fullName !== undefined) {
    columns["lastName"] = fullName
    delete columns["fullName"]
  }
  const values = columns["stage"] === undefined ? {} : stageValues(stages)
  return {
    columns,
    ...(currency !== undefined && kind === "deals" && { currency }),
    ...(Object.keys(values).length > 0 && { values: { stage: values } }),
    ...(isOwn && { own: true }),
    ...(preset !== "csv" && { idPrefix: `${preset}-` })
  }
}

/**
 * Detects a file's format of amounts and dates. `observe` takes each line, and `formats` returns what the unambiguous cells agree on.
 * Ambiguous cells are then read in that format.
 */
export const makeFormatDetector = (headers: ReadonlyArray<string>, mapping: Mapping) => {
  const indexesOf = (fields: ReadonlyArray<string>) =>
    fields.flatMap((field) => headersOf(mapping, field)).map((header) => headers.indexOf(header))
  const [amounts, days] = [indexesOf(["amount"]), indexesOf(Dates.fields)]
  const decimals = new Set<Mapping["decimal"]>()
  const orders = new Set<Mapping["dates"]>()
  const only = <A>(values: Set<A | undefined>) => {
    values.delete(undefined)
    return values.size === 1 ? [...values][0] : undefined
  }
  return {
    observe: (cells: ReadonlyArray<string>): void => {
      for (const index of amounts) decimals.add(ImportedAmounts.decimalSeparatorOf(cells[index] ?? ""))
      for (const index of days) orders.add(Dates.orderOf(cells[index] ?? ""))
    },
    formats: (): Pick<Mapping, "dates" | "decimal"> => {
      const [decimal, dates] = [only(decimals), only(orders)]
      return { ...(decimal !== undefined && { decimal }), ...(dates !== undefined && { dates }) }
    }
  }
}

/** Explains why a mapping doesn't fit a file with these headers; undefined if it does. */
export const problem = (
  kind: Columns.Kind,
  headers: ReadonlyArray<string>,
  { columns }: Mapping
): string | undefined => {
  const fields = Object.keys(Columns.of[kind])
  const unknown = Object.keys(columns).find((field) => !fields.includes(field))
  if (unknown !== undefined) return `${unknown} is not a field of ${kind}. The fields: ${fields.join(", ")}.`
  const missing = Object.values(columns)
    .flat()
    .find((header) => !headers.includes(header))
  if (missing !== undefined)
    return `The file has no column ${JSON.stringify(missing)}. Its columns: ${headers.join(", ").slice(0, 1_000)}.`
  const required =
    kind === "deals" ? ["name"] : ["firstName", "lastName", "fullName", "workEmail", "companyName", "message"]
  const alternatives = kind === "deals" ? ["name", "externalId"] : required
  return alternatives.some((field) => columns[field] !== undefined)
    ? undefined
    : `No column is mapped to ${required.join(", ")}: say which by a mapping, such as {"columns":{"${required[0]}":${JSON.stringify(headers[0] ?? "")}}}.`
}

/** Whether only one of several columns was recognized, so that an import would lose the others. */
export const hasSingleField = (headers: ReadonlyArray<string>, { columns }: Mapping): boolean =>
  headers.length > 1 && Object.keys(columns).length === 1

/** The headers that aren't mapped to a field. */
export const unmapped = (headers: ReadonlyArray<string>, { columns }: Mapping): ReadonlyArray<string> => {
  const mapped = new Set(Object.values(columns).flat())
  return headers.filter((header) => !mapped.has(header))
}

/** Which columns of a file go where. It is shown before an import, and can be passed again as JSON. */
import { Schema } from "effect"
import * as Columns from "./Columns.ts"
import * as Dates from "./Dates.ts"
import * as Amounts from "./Amounts.ts"

const text = Schema.String.check(Schema.isMaxLength(1_000))

/** Headers by field: of several, the first that holds something counts. */
const Headers = Schema.Union([text, Schema.Array(text).check(Schema.isMaxLength(20))])

export const Mapping = Schema.Struct({
  columns: Schema.Record(Schema.String, Headers),
  /** By field: what values of the file are called here. */
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Record(Schema.String, text))),
  /** What separates decimals, where an amount doesn't say. */
  decimal: Schema.optionalKey(Schema.Literals([".", ","])),
  /** The board's currency: whose sign an amount may have where several share one. */
  currency: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(3))),
  /** Whether the day or the month comes first, where a date doesn't say. */
  dates: Schema.optionalKey(Schema.Literals(["dmy", "mdy"])),
  /** Whether the file is a list of a workspace, whose cells are taken as they are. */
  own: Schema.optionalKey(Schema.Boolean),
  /** Begins each externalId, so that ids of two systems differ. */
  idPrefix: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(40)))
})
export type Mapping = typeof Mapping.Type

/** The systems whose exports are told by their columns, the most telling first: all names of one of these stand among them. */
const signatures = {
  pipedrive: [],
  salesforce: [["opportunityname"], ["opportunityid"], ["stagename"]],
  zoho: [
    ["recordid", "closingdate"],
    ["recordid", "createdtime"]
  ],
  odoo: [["expectedrevenue"], ["erwarteterumsatz"]],
  twenty: [["pointofcontact"], ["amountamount"]],
  suitecrm: [["salesstage"]],
  espocrm: [["assigneduser", "amountcurrency"]],
  hubspot: [["recordid"], ["datensatzid"]]
} as const

export const presets = [
  ...(Object.keys(signatures) as ReadonlyArray<keyof typeof signatures>),
  "csv"
] as const
type Preset = (typeof presets)[number]

/** Which system exported a file with these headers. */
export const presetOf = (headers: ReadonlyArray<string>): Preset => {
  const names = new Set(headers.map(Columns.folded))
  if (headers.some((header) => /^(?:deal|person|lead|organi[sz]ation) - /iu.test(header))) return "pipedrive"
  const found = Object.entries(signatures).find(([, all]) =>
    all.some((some: ReadonlyArray<string>) => some.every((name) => names.has(name)))
  )
  return found === undefined ? "csv" : (found[0] as Preset)
}

/** What the stages of other systems, as they come, are called on a board as it comes. */
const stages: Readonly<Record<string, ReadonlyArray<string>>> = {
  New: [
    ...["Appointment Scheduled", "Contact Made", "Prospecting", "Screening"],
    ...["Termin geplant", "Kontakt aufgenommen", "Neu"]
  ],
  Qualified: [
    ...["Qualified To Buy", "Demo Scheduled", "Qualification", "Needs Analysis", "Meeting"],
    ...["Qualifiziert zum Kauf", "Qualifiziert", "Demo geplant"]
  ],
  Proposal: [
    ...[
      "Presentation Scheduled",
      "Proposal Made",
      "Value Proposition",
      "Proposal/Price Quote",
      "Proposition"
    ],
    ...["Präsentation geplant", "Angebot unterbreitet", "Angebot"]
  ],
  Negotiation: [
    ...[
      "Decision Maker Bought-In",
      "Negotiations Started",
      "Id. Decision Makers",
      "Identify Decision Makers"
    ],
    ...[
      "Perception Analysis",
      "Negotiation/Review",
      "Entscheidungsträger überzeugt",
      "Verhandlungen begonnen",
      "Verhandlung"
    ]
  ],
  Verbal: ["Contract Sent", "Vertrag gesendet"]
}

const isNamed = (names: ReadonlyArray<string>, name: string) =>
  names.some((one) => Columns.folded(one) === Columns.folded(name))

/** The stages of the preset that the board doesn't have, by one that it has. */
const stageValues = (known: ReadonlyArray<string>) =>
  Object.fromEntries(
    Object.entries(stages).flatMap(([ours, all]) =>
      isNamed(known, ours)
        ? all.filter((theirs) => !isNamed(known, theirs)).map((theirs) => [theirs, ours])
        : []
    )
  )

/** Columns of the lists that we hand out (`/deals/csv`, `/leads/csv`), which no other system writes so. */
const ofOwn = {
  deals: ["in_stage_since", "next_step_due", "next_step", "contact_title", "key_terms", "external_id"],
  leads: ["triage_status", "how_heard", "work_email", "utm_source", "company_website", "external_id"]
} as const

/** Whether a file is such a list, of which a few columns may have been left out. */
const isOwn = (kind: Columns.Kind, headers: ReadonlyArray<string>): boolean => {
  const names = new Set(headers.map((header) => header.toLowerCase()))
  return ofOwn[kind].filter((name) => names.has(name)).length >= 3
}

/** What a file's headers suggest. `stages` are the board's. */
export const suggest = (
  kind: Columns.Kind,
  preset: Preset,
  {
    currency,
    headers,
    stages: known
  }: {
    readonly currency?: string
    readonly headers: ReadonlyArray<string>
    readonly stages: ReadonlyArray<string>
  }
): Mapping => {
  const free = new Map(headers.toReversed().map((header) => [Columns.folded(header), header]))
  const columns: Record<string, string | ReadonlyArray<string>> = {}
  for (const [field, names] of Object.entries(Columns.of[kind])) {
    const found = [field, ...names].flatMap((name) => {
      const header = free.get(Columns.folded(name))
      if (header === undefined) return []
      free.delete(Columns.folded(name))
      return [header]
    })
    // Ours has the id elsewhere, and its own for records without one.
    if (found.length > 1 && field === "externalId" && isOwn(kind, headers)) {
      columns[field] = found
      continue
    }
    // An id is in one column; of other fields, the first column that holds something counts.
    if (found.length > 0) columns[field] = found.length === 1 || field === "externalId" ? found[0]! : found
  }
  // `Vorname` and `Name`: beside a first name, a name is the last one.
  if (
    columns["firstName"] !== undefined &&
    columns["lastName"] === undefined &&
    columns["fullName"] !== undefined
  ) {
    columns["lastName"] = columns["fullName"]
    delete columns["fullName"]
  }
  const values = columns["stage"] === undefined ? {} : stageValues(known)
  return {
    columns,
    ...(currency !== undefined && kind === "deals" && { currency }),
    ...(Object.keys(values).length > 0 && { values: { stage: values } }),
    ...(isOwn(kind, headers) && { own: true }),
    ...(preset !== "csv" && { idPrefix: `${preset}-` })
  }
}

/**
 * Looks through all lines of a file for how its amounts and dates are written: what can be read in two ways is read as the
 * others are, if none of them says otherwise.
 */
export const survey = (headers: ReadonlyArray<string>, { columns }: Mapping) => {
  const placesOf = (fields: ReadonlyArray<string>) =>
    fields.flatMap((field) => [columns[field] ?? []].flat()).map((header) => headers.indexOf(header))
  const [amounts, days] = [placesOf(["amount"]), placesOf(["createdAt", "closedAt", "nextStepAt"])]
  const decimals = new Set<NonNullable<Mapping["decimal"]>>()
  const orders = new Set<Dates.Order>()
  const add = <A>(found: Set<A>, value: A | undefined) => value !== undefined && found.add(value)
  return {
    see: (cells: ReadonlyArray<string>): void => {
      for (const at of amounts) add(decimals, Amounts.certain(cells[at] ?? ""))
      for (const at of days) add(orders, Dates.certain(cells[at] ?? ""))
    },
    found: (): Pick<Mapping, "dates" | "decimal"> => ({
      ...(decimals.size === 1 && { decimal: [...decimals][0]! }),
      ...(orders.size === 1 && { dates: [...orders][0]! })
    })
  }
}

/** What is wrong with a mapping for a file with these headers; undefined if nothing is. */
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
  const needed =
    kind === "deals" ? ["name"] : ["firstName", "lastName", "fullName", "workEmail", "companyName", "message"]
  if (
    needed.some(
      (field) => columns[field] !== undefined || (columns["externalId"] !== undefined && kind === "deals")
    )
  )
    return undefined
  return `No column is mapped to ${needed.join(", ")}: say which by a mapping, such as {"columns":{"${needed[0]}":${JSON.stringify(headers[0] ?? "")}}}.`
}

/** Whether one column alone was recognized among several: what the others hold would be lost. */
export const isOneAlone = (headers: ReadonlyArray<string>, { columns }: Mapping): boolean =>
  headers.length > 1 && Object.keys(columns).length === 1

/** The headers that go nowhere. */
export const unmapped = (headers: ReadonlyArray<string>, { columns }: Mapping): ReadonlyArray<string> => {
  const used = new Set(Object.values(columns).flat())
  return headers.filter((header) => !used.has(header))
}

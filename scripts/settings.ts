/** Generates the tables of settings in docs/settings.md, and the schema of the chart's values. */
import { fileOf } from "../layers/settings/Environment.ts"
import type { Setting } from "../layers/settings/Setting.ts"
import { tables } from "../layers/settings/Settings.ts"

type Row = ReadonlyArray<string>

const rowOf = ({ about, isSecret, name, shown }: Setting<unknown>): Row => [
  `\`${name}\`${isSecret ? `, \`${fileOf(name)}\`` : ""}`,
  shown,
  about
]

const head: Row = ["setting", "default", "meaning"]

/** Pads the table in the same way as oxfmt. */
export const tableOf = (rows: ReadonlyArray<Row>): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const [top, ...rest] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`
  )
  const line = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`
  return [top, line, ...rest].join("\n")
}

const [begin, end] = [
  "<!-- settings: written by `npm run generate` from layers/settings -->",
  "<!-- end of settings -->"
]

/** The page with its tables regenerated; the text around them stays. */
export const page = (text: string): string => {
  const [before = "", rest = ""] = text.split(begin)
  const after = rest.split(end)[1] ?? ""
  const sections = Object.entries(tables).map(
    ([title, table]) => `## ${title}\n\n${tableOf([head, ...Object.values(table).map(rowOf)])}\n`
  )
  return `${before}${begin}\n\n${sections.join("\n")}\n${end}${after}`
}

/** The chart sets these settings itself. */
const ofChart = ["BASE_URL", "DATA_DIR", "HOST", "PORT", "SHUTDOWN_DELAY"]

/** The part of the schema with the names that `settings` refuses. */
interface ChartSchema {
  readonly properties: {
    readonly settings: { readonly propertyNames: { readonly not: { enum: Array<string> } } }
  }
}

/** The schema of the chart's values. `settings` accepts no secret, because those belong in a Secret. */
export const chart = (schema: ChartSchema) => {
  const settings = Object.values(tables).flatMap((table) => Object.values(table))
  const secrets = settings.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  schema.properties.settings.propertyNames.not.enum = [...ofChart, ...secrets].sort()
  return schema
}

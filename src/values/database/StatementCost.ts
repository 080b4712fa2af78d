/**
 * What a statement of a migration locks, whom that holds up, and how long it takes. Lock modes as PostgreSQL's documentation
 * states them (Explicit Locking, CREATE INDEX, ALTER TABLE): each statement takes the strictest of its parts.
 */

/** From the weakest to the strictest. */
const modes = [
  "NONE",
  "ACCESS SHARE",
  "ROW SHARE",
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "EXCLUSIVE",
  "ACCESS EXCLUSIVE"
] as const

export type Mode = (typeof modes)[number]

/** What it has to go through: nothing, the table's rows once, twice, or to write them anew. */
export type Work = "moment" | "scan" | "index" | "concurrent index" | "rewrite" | "rows"

/**
 * Bytes of the table a second. Half or less of what an idle machine with two cores and a table in memory managed: 270 MB/s for
 * an index, 1 GB/s for a scan, 44 MB/s for a rewrite, 17 MB/s for an update of all rows.
 */
const rates: Readonly<Record<Exclude<Work, "moment">, number>> = {
  scan: 200e6,
  index: 50e6,
  "concurrent index": 25e6,
  rewrite: 20e6,
  rows: 8e6
}

export interface Cost {
  /** The table it locks; undefined if it locks none that was there before. */
  readonly table: string | undefined
  readonly mode: Mode
  readonly work: Work
}

type Rule = readonly [pattern: RegExp, mode: Mode, work: Work]

/** Forms of ALTER TABLE, after its name; the strictest of those that match counts, and any other takes the strictest lock. */
const alterations: ReadonlyArray<Rule> = [
  [/\bVALIDATE CONSTRAINT\b/u, "SHARE UPDATE EXCLUSIVE", "scan"],
  [/\b(SET|RESET) \(|\bSET STATISTICS\b/u, "SHARE UPDATE EXCLUSIVE", "moment"],
  [/\bATTACH PARTITION\b/u, "SHARE UPDATE EXCLUSIVE", "scan"],
  [/\bADD (CONSTRAINT \S+ )?FOREIGN KEY\b.*\bNOT VALID\b/u, "SHARE ROW EXCLUSIVE", "moment"],
  [/\bADD (CONSTRAINT \S+ )?FOREIGN KEY\b(?!.*NOT VALID)/u, "SHARE ROW EXCLUSIVE", "scan"],
  [/\bADD (CONSTRAINT \S+ )?(PRIMARY KEY|UNIQUE) USING INDEX\b/u, "ACCESS EXCLUSIVE", "moment"],
  [/\bADD (CONSTRAINT \S+ )?(PRIMARY KEY|UNIQUE|EXCLUDE)\b(?! USING INDEX)/u, "ACCESS EXCLUSIVE", "index"],
  [/\bADD (CONSTRAINT \S+ )?CHECK\b(?!.*NOT VALID)/u, "ACCESS EXCLUSIVE", "scan"],
  [/\bALTER (COLUMN )?\S+ SET NOT NULL\b/u, "ACCESS EXCLUSIVE", "scan"],
  [/\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/u, "ACCESS EXCLUSIVE", "rewrite"],
  [
    /\bADD COLUMN\b[^,]*\b(STORED|IDENTITY|SERIAL|BIGSERIAL|GEN_RANDOM_UUID|CLOCK_TIMESTAMP)\b/u,
    "ACCESS EXCLUSIVE",
    "rewrite"
  ],
  [
    /\b(ADD COLUMN|DROP|RENAME|ALTER(?!.* SET STATISTICS)|OWNER|ENABLE|DISABLE|DETACH|REPLICA|INHERIT)\b/u,
    "ACCESS EXCLUSIVE",
    "moment"
  ]
]

/** The first that matches counts; its group `table` is the table that it locks. */
const rules: ReadonlyArray<Rule> = [
  [
    /^CREATE (UNIQUE )?INDEX CONCURRENTLY .*?\bON (ONLY )?(?<table>\w+)/u,
    "SHARE UPDATE EXCLUSIVE",
    "concurrent index"
  ],
  [/^CREATE (UNIQUE )?INDEX .*?\bON (ONLY )?(?<table>\w+)/u, "SHARE", "index"],
  [/^(DROP|REINDEX) INDEX CONCURRENTLY/u, "SHARE UPDATE EXCLUSIVE", "moment"],
  [/^ALTER INDEX .* (RENAME|SET|ATTACH)/u, "SHARE UPDATE EXCLUSIVE", "moment"],
  [/^DROP INDEX/u, "ACCESS EXCLUSIVE", "moment"],
  [/^CREATE TABLE .*? PARTITION OF (?<table>\w+)/u, "ACCESS EXCLUSIVE", "moment"],
  [
    /^CREATE (TABLE|UNLOGGED|SEQUENCE|TYPE|DOMAIN|SCHEMA|EXTENSION|(OR REPLACE )?(FUNCTION|VIEW|PROCEDURE))/u,
    "NONE",
    "moment"
  ],
  [/^(DROP TABLE|TRUNCATE)( TABLE)?( IF EXISTS)? (ONLY )?(?<table>\w+)/u, "ACCESS EXCLUSIVE", "moment"],
  [/^DROP (FUNCTION|SEQUENCE|TYPE|SCHEMA|EXTENSION|VIEW)/u, "NONE", "moment"],
  [/^LOCK (TABLE )?(ONLY )?(?<table>\w+)/u, "ACCESS EXCLUSIVE", "moment"],
  [/^(ANALYZE|VACUUM|COMMENT ON \w+) (?<table>\w+)/u, "SHARE UPDATE EXCLUSIVE", "scan"],
  [/^UPDATE (ONLY )?(?<table>\w+)/u, "ROW EXCLUSIVE", "rows"],
  [/^(DELETE FROM|MERGE INTO) (ONLY )?(?<table>\w+)/u, "ROW EXCLUSIVE", "rows"],
  [/^INSERT INTO (?<table>\w+).*?\bSELECT\b/u, "ROW EXCLUSIVE", "rows"],
  [/^INSERT INTO (?<table>\w+)/u, "ROW EXCLUSIVE", "moment"],
  [/^WITH .*?\b(UPDATE|DELETE FROM|INSERT INTO) (?<table>\w+)/u, "ROW EXCLUSIVE", "rows"],
  [/^(SELECT|WITH|VALUES) .*\bFOR (UPDATE|NO KEY UPDATE|SHARE)/u, "ROW SHARE", "scan"],
  [/^(SELECT|WITH|VALUES|TABLE|SHOW|SET|RESET)\b/u, "ACCESS SHARE", "scan"]
]

/** One line, with words in capitals outside of quotes, so that the patterns match. */
const canonical = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/gu, " ")
    .replaceAll(/'(?:[^']|'')*'/gu, "''")
    .replaceAll(/"(\w+)"/gu, "$1")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** The one that keeps most others waiting. */
export const strictestOf = (found: ReadonlyArray<Mode>): Mode =>
  modes[Math.max(0, ...found.map((mode) => modes.indexOf(mode)))]!

const slowest: ReadonlyArray<Work> = ["rewrite", "index", "scan", "moment"]

const alteration = (text: string): Cost | undefined => {
  const match = /^ALTER TABLE (IF EXISTS )?(ONLY )?(?<table>\w+)/iu.exec(text)
  if (match === null) return undefined
  const rest = text.slice(match[0].length)
  const found = alterations.filter(([pattern]) => new RegExp(pattern, "iu").test(rest))
  const work = slowest.find((kind) => found.some((rule) => rule[2] === kind)) ?? "moment"
  const mode = found.length === 0 ? "ACCESS EXCLUSIVE" : strictestOf(found.map((rule) => rule[1]))
  return { table: match.groups?.["table"], mode, work }
}

/** Undefined for a statement that is not known. */
export const of = (statement: string): Cost | undefined => {
  const text = canonical(statement)
  const altered = alteration(text)
  if (altered !== undefined) return altered
  for (const [pattern, mode, work] of rules) {
    const match = new RegExp(pattern, "isu").exec(text)
    if (match !== null) return { table: match.groups?.["table"]?.toLowerCase(), mode, work }
  }
  return undefined
}

/** Whom a lock keeps waiting for as long as it is held. */
export const blocks = (mode: Mode): "nothing" | "writes" | "reads and writes" => {
  if (mode === "ACCESS EXCLUSIVE") return "reads and writes"
  return modes.indexOf(mode) >= modes.indexOf("SHARE") ? "writes" : "nothing"
}

/** Seconds, to a tenth: an estimate to plan by, not a promise. */
export const seconds = (work: Work, bytes: number): number =>
  work === "moment" ? 0 : Math.round((bytes / rates[work]) * 10) / 10

/** Of the statement as an operator reads it: one line, not endless. */
export const line = (statement: string): string => {
  const text = statement.replaceAll(/\s+/gu, " ").trim()
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}

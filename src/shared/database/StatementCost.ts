/**
 * Estimates which locks a migration's statement takes, what they block, and how long it takes. Lock modes are those in PostgreSQL's manual
 * (Explicit Locking, CREATE INDEX, ALTER TABLE). A statement takes the strictest of its parts.
 */

/** From weakest to strictest. */
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

/** The work on the table: none, one scan of its rows, two scans, or a rewrite. */
export type Work = "moment" | "scan" | "index" | "concurrent index" | "rewrite" | "rows"

/**
 * Bytes of the table per second, at most half of the rates on an idle machine with two cores and the table in memory: 270 MB/s for an
 * index, 1 GB/s for a scan, 44 MB/s for a rewrite, 17 MB/s for an update of all rows.
 */
const rates: Readonly<Record<Exclude<Work, "moment">, number>> = {
  scan: 200e6,
  index: 50e6,
  "concurrent index": 25e6,
  rewrite: 20e6,
  rows: 8e6
}

export interface Cost {
  /** The locked table; undefined if no existing table is locked. */
  readonly table: string | undefined
  readonly mode: Mode
  readonly work: Work
}

type Rule = readonly [pattern: RegExp, mode: Mode, work: Work]

/** Forms of ALTER TABLE, without the table's name. The strictest match counts, and unknown forms take the strictest lock. */
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

/** The first match counts. Its group `table` is the locked table. */
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

/** Normalizes a statement to one line with upper-case words outside quotes, for matching. */
const canonical = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/gu, " ")
    .replaceAll(/'(?:[^']|'')*'/gu, "''")
    .replaceAll(/"(\w+)"/gu, "$1")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** The strictest of several lock modes. */
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

/** Undefined for an unknown statement. */
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

/** The kind of statements that a lock blocks while it is held. */
export const blocks = (mode: Mode): "nothing" | "writes" | "reads and writes" => {
  if (mode === "ACCESS EXCLUSIVE") return "reads and writes"
  return modes.indexOf(mode) >= modes.indexOf("SHARE") ? "writes" : "nothing"
}

/** The estimated duration in seconds, rounded to tenths. */
export const seconds = (work: Work, bytes: number): number =>
  work === "moment" ? 0 : Math.round((bytes / rates[work]) * 10) / 10

/** The statement on one line, truncated for operators. */
export const line = (statement: string): string => {
  const text = statement.replaceAll(/\s+/gu, " ").trim()
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}

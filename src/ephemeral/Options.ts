/** Options of `--ephemeral`: a service for tests whose data is deleted at its end (docs/testing-your-integration.md). */
import { parseArgs } from "node:util"

export interface Options {
  /** Prints the address as one line of JSON. */
  readonly json: boolean
  /** Like `json`, and takes orders on standard input until it closes. */
  readonly control: boolean
  /** IDs and secrets count up from this number. */
  readonly seed: number | undefined
  /** Time of its clock in Unix milliseconds. */
  readonly now: number | undefined
}

/** Settings that would make it keep or share data. */
const forbiddenSettings = [
  ...["DATABASE_URL", "DATABASE_URL_FILE", "DATABASE_REPLICA_URL", "DATABASE_LISTEN_URL"],
  ...["DATA_DIR", "REDIS_URL", "S3_ENDPOINT", "BACKUP_TO", "BACKUP_WAL_TO"]
]

const flags = {
  ephemeral: { type: "boolean" },
  json: { type: "boolean" },
  control: { type: "boolean" },
  seed: { type: "string" },
  now: { type: "string" }
} as const

const maxSeed = 1_000_000

const seedOf = (text: string | undefined) => {
  if (text === undefined || (/^\d{1,7}$/u.test(text) && Number(text) <= maxSeed))
    return Number(text ?? Number.NaN)
  throw new Error(`--seed is ${text}: it must be a whole number from 0 to ${maxSeed}`)
}

const time = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/u

/** Unix milliseconds of an ISO 8601 time. */
export const timeOf = (text: string): number => {
  const millis = time.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(millis)) throw new Error(`${text} is no time: write it as 2026-01-01T00:00:00Z`)
  return millis
}

/** The command may be called `start`. */
const argumentsOf = (words: ReadonlyArray<string>) => words.filter((word, at) => at > 0 || word !== "start")

/** The first unknown argument. Without `--ephemeral` there are no arguments. */
export const unknown = (words: ReadonlyArray<string>): string | undefined => {
  const args = argumentsOf(words)
  if (!args.includes("--ephemeral")) return args[0]
  const { tokens } = parseArgs({ args, options: flags, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === "positional") return token.value
    if (token.kind === "option-terminator") return "--"
    if (!Object.hasOwn(flags, token.name)) return token.rawName
  }
  return undefined
}

/** Undefined without `--ephemeral`. Throws a one-line error for the operator. */
export const read = (
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): Options | undefined => {
  if (!words.includes("--ephemeral")) return undefined
  const { values } = parseArgs({ args: argumentsOf(words), options: flags, allowPositionals: false })
  for (const name of forbiddenSettings)
    if (environment[name])
      throw new Error(`--ephemeral keeps its data in a directory of its own, which it removes: unset ${name}`)
  if (Number(environment["WORKERS"] || "1") !== 1)
    throw new Error("--ephemeral runs in one process: unset WORKERS")
  const seed = seedOf(values.seed)
  return {
    json: values.json === true || values.control === true,
    control: values.control === true,
    seed: Number.isNaN(seed) ? undefined : seed,
    now: values.now === undefined ? undefined : timeOf(values.now)
  }
}

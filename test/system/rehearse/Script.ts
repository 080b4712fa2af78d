/** A list of calls to play, as a file has it: a JSON array, or one call a line. */

export interface Step {
  /** What later steps call its answer by, beside its number: `$deal.id`. */
  readonly name?: string
  /** `POST /v1/deals`; or `tool` with `arguments`. */
  readonly call?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly tool?: string
  readonly arguments?: Readonly<Record<string, unknown>>
  /** The status or error code that is right; any success if left out. */
  readonly expect?: number | string
}

/** A script that can't be played; the message says what to write instead. */
export class Flaw extends Error {}

const calls = /^(GET|POST|PUT|PATCH|DELETE) \/v1\/\S*$/u
const fields = ["name", "call", "body", "headers", "tool", "arguments", "expect"]

const most = 1_000

const parsed = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Flaw(`${what} is not JSON: ${(error as Error).message}`)
  }
}

const check = (step: any, index: number): Step => {
  const flaw = (message: string) => new Flaw(`Call ${index + 1} ${message}`)
  if (typeof step !== "object" || step === null || Array.isArray(step)) throw flaw("is not an object.")
  const unknown = Object.keys(step).find((field) => !fields.includes(field))
  if (unknown !== undefined) throw flaw(`has the field ${unknown}. Its fields may be ${fields.join(", ")}.`)
  if ((step.call === undefined) === (step.tool === undefined)) {
    throw flaw('needs one of call ("POST /v1/deals") and tool ("create_deal").')
  }
  if (step.call !== undefined && !calls.test(step.call)) {
    throw flaw(`must be a method and a path, such as "POST /v1/deals", not ${JSON.stringify(step.call)}.`)
  }
  return step
}

/** The calls of a file's text. */
export const read = (text: string): ReadonlyArray<Step> => {
  const trimmed = text.trim()
  const steps = trimmed.startsWith("[")
    ? (parsed(trimmed, "The script") as ReadonlyArray<unknown>)
    : trimmed
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line, index) => parsed(line, `Line ${index + 1}`))
  if (steps.length === 0 || steps.length > most) throw new Flaw(`A script has 1 to ${most} calls.`)
  return steps.map(check)
}

/** `$1.id` or `$deal.stage.id`; amounts such as `$12.50` are none. */
const reference = /\$(\w+)((?:\.[A-Za-z_]\w*|\.\d+(?=\.))(?:\.\w+)*)/gu

export type Answers = ReadonlyMap<string, unknown>

const found = (answers: Answers, whole: string, name: string, path: string): unknown => {
  if (!answers.has(name)) throw new Flaw(`${whole} refers to no call before it.`)
  const value = path
    .slice(1)
    .split(".")
    .reduce<any>((at, field) => at?.[field], answers.get(name))
  if (value === undefined) throw new Flaw(`The answer of ${name} has no ${path.slice(1)}.`)
  return value
}

/** A value with the references in its texts replaced; a text that is one reference becomes what it refers to. */
export const filled = (value: any, answers: Answers): any => {
  if (typeof value === "string") {
    const [only] = [...value.matchAll(reference)]
    if (only?.[0] === value) return found(answers, value, only[1]!, only[2]!)
    return value.replaceAll(reference, (whole, name, path) => String(found(answers, whole, name, path)))
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, answers))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, answers)]))
}

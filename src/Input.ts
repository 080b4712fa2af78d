/** Turns what does not decode into one fault that lists every issue and names the way out. */
import type { SchemaIssue } from "effect"
import { Invalid } from "../schema/Fault.ts"
import { nearest } from "./domain/Nearest.ts"
import { flatten, unknownKey } from "./Issues.ts"

interface Issue {
  readonly path: string
  readonly message: string
  readonly unknown: boolean
}

/** `labels[2]`, `stages[0].name`. */
const pathOf = (path: ReadonlyArray<unknown>): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number" || /^\d+$/u.test(String(key))) return `${text}[${String(key)}]`
    const name = key === "" ? '""' : String(key)
    return text === "" ? name : `${text}.${name}`
  }, "")

const issuesOf = (
  issue: SchemaIssue.Issue,
  known: ReadonlyArray<string>,
  what: string
): ReadonlyArray<Issue> =>
  flatten(issue).map(({ message, path }) => {
    const at = pathOf(path)
    const unknown = message === unknownKey
    const meant = unknown && path.length === 1 ? nearest(at, known) : undefined
    const suffix = meant === undefined ? "" : `; did you mean ${meant}?`
    const text = unknown ? `is not a ${what} of this operation${suffix}` : message
    return { path: at, message: text, unknown }
  })

const sentence = ({ message, path }: Issue) =>
  (path === "" ? `The body ${message}.` : `${path} ${message}.`).replace(/\?\.$/u, "?")

const fault = (code: Invalid["code"], issues: ReadonlyArray<Issue>): Invalid => {
  const first = issues[0]!
  const more = issues.length > 1 ? ` (${issues.length - 1} more in meta.issues)` : ""
  return new Invalid({
    code,
    message: `${sentence(first)}${more}`,
    meta: { issues: issues.map(({ message, path }) => ({ path, message })) }
  })
}

/** The fault of a body, or of a tool's arguments, that does not decode; `known` are the fields there are. */
export const invalidBody = (issue: SchemaIssue.Issue, known: ReadonlyArray<string>): Invalid => {
  const issues = issuesOf(issue, known, "field")
  const unknown = issues.filter((one) => one.unknown)
  const rest = issues.filter((one) => !one.unknown)
  return unknown.length > 0 ? fault("unknown_field", [...unknown, ...rest]) : fault("invalid_body", rest)
}

/** The fault of a query that does not decode. */
export const invalidQuery = (issue: SchemaIssue.Issue, known: ReadonlyArray<string>): Invalid =>
  fault("invalid_query", issuesOf(issue, known, "parameter"))

/** How deep a body may be nested: far more than any resource is, far less than a walk of it can take. */
const maxDepth = 100

const unstorable = "holds U+0000 or half of a surrogate pair, which cannot be stored; remove it"
const tooDeep = `is nested more than ${maxDepth} levels deep; send it flatter`

interface Flaw {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** The first text that PostgreSQL could not store, or place that lies too deep, if any. */
const flawOf = (value: unknown, path: Flaw["path"]): Flaw | undefined => {
  if (typeof value === "string") {
    return value.includes("\u0000") || !value.isWellFormed() ? { path, message: unstorable } : undefined
  }
  if (typeof value !== "object" || value === null) return undefined
  if (path.length >= maxDepth) return { path: path.slice(0, 1), message: tooDeep }
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const found = flawOf(key, at) ?? flawOf(inner, at)
    if (found !== undefined) return found
  }
  return undefined
}

/** The fault of a value that cannot be stored as it is. */
export const invalidText = (value: unknown, code: "invalid_body" | "invalid_query"): Invalid | undefined => {
  const flaw = flawOf(value, [])
  if (flaw === undefined) return undefined
  return fault(code, [{ path: pathOf(flaw.path), message: flaw.message, unknown: false }])
}

/** The fault of query parameters sent more than once. */
export const repeated = (query: Readonly<Record<string, unknown>>): Invalid | undefined => {
  const names = Object.keys(query).filter((name) => Array.isArray(query[name]))
  const message = "is given more than once; send it once"
  const issues = names.map((path) => ({ path, message, unknown: false }))
  return issues.length === 0 ? undefined : fault("invalid_query", issues)
}

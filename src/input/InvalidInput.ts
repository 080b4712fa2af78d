/** Turns a decoding failure into one error that lists the issues and how to fix them. */
import type { SchemaAST, SchemaIssue } from "effect"
import { Invalid } from "../../schema/Fault.ts"
import { nearest } from "../shared/Nearest.ts"
import * as PlainText from "../shared/PlainText.ts"
import { bounded, fieldsAt, flatten, parentsOf, unknownKey } from "./SchemaIssues.ts"

interface Issue {
  readonly path: string
  readonly message: string
  readonly unknown: boolean
}

/** For example `labels[2]` or `stages[0].name`. */
const pathOf = (path: ReadonlyArray<unknown>): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number" || /^\d+$/u.test(String(key))) return `${text}[${String(key)}]`
    const name = key === "" ? '""' : String(key)
    return text === "" ? name : `${text}.${name}`
  }, "")

/** The input value at `path`. */
const sentAt = (sent: unknown, path: ReadonlyArray<unknown>): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[String(key)], sent)

const meantBy = (name: unknown, known: ReadonlyArray<string> | undefined): string => {
  const meant = typeof name === "string" && known !== undefined ? nearest(name, known) : undefined
  return meant === undefined ? "" : `; did you mean ${meant}?`
}

/** Whether several of the words were sent as one comma-separated text, such as `-created,amount`. */
const isSeveral = (value: unknown, words: ReadonlyArray<string> | undefined) => {
  const parts = typeof value === "string" ? value.split(",").map((part) => part.trim()) : []
  return parts.length > 1 && words !== undefined && parts.every((part) => words.includes(part))
}

type InputKind = "field" | "parameter"

/** Suggests where an unknown field belongs: another name, or inside another field. */
const placeOf = (path: ReadonlyArray<PropertyKey>, known: ReadonlyArray<string>, ast: SchemaAST.AST) => {
  const name = String(path.at(-1))
  if (path.length === 1) {
    const [parent] = parentsOf(ast, name)
    return `${parent === undefined ? "" : `; it goes inside ${parent}`}${meantBy(name, known)}`
  }
  const beside = fieldsAt(ast, path.slice(0, -1))
  const meant = meantBy(name, beside)
  return meant === "" && beside.length > 0
    ? `; ${pathOf(path.slice(0, -1))} takes ${beside.join(", ")}`
    : meant
}

const issuesOf = (
  issue: SchemaIssue.Issue,
  known: ReadonlyArray<string>,
  sent: unknown,
  what: InputKind,
  ast: SchemaAST.AST
): ReadonlyArray<Issue> =>
  bounded(flatten(issue), (path) => sentAt(sent, path)).map(({ message, path, words }) => {
    const unknown = message === unknownKey
    if (isSeveral(sentAt(sent, path), words))
      return { path: pathOf(path), message: `takes one value, not several: it ${message}`, unknown }
    const text = unknown
      ? `is not a ${what} of this operation${placeOf(path, known, ast)}`
      : `${message}${meantBy(sentAt(sent, path), words)}`
    return { path: pathOf(path), message: text, unknown }
  })

const sentence = ({ message, path }: Omit<Issue, "unknown">) =>
  (path === "" ? `The body ${message}.` : `${path} ${message}.`).replace(/\?\.$/u, "?")

/** Maximum issues listed in one error. Further ones are only counted, as far as they were looked for. */
const maxIssues = 100

/** Maximum characters of the caller's input that an error repeats. */
const maxCharacters = 300

const shorten = ({ message, path }: Issue) => ({
  path: PlainText.shortened(path, maxCharacters),
  message: PlainText.shortened(message, maxCharacters)
})

/** Lists the names that an operation accepts, if an unknown one was sent. */
const knownNames = (issues: ReadonlyArray<Issue>, known: ReadonlyArray<string>, what: InputKind): string => {
  if (!issues.some(({ path, unknown }) => unknown && !/[.[]/u.test(path))) return ""
  return known.length === 0 ? ` It takes no ${what}s.` : ` Its ${what}s: ${known.join(", ")}.`
}

const fault = (code: Invalid["code"], issues: ReadonlyArray<Issue>, end = ""): Invalid => {
  const listed = issues.slice(0, maxIssues).map(shorten)
  const more = issues.length - listed.length
  const others = listed.length > 1 ? ` (${listed.length - 1} more in meta.issues)` : ""
  const beyond = more > 0 ? " Further issues are not listed." : ""
  return new Invalid({
    code,
    message: `${sentence(listed[0]!)}${others}${beyond}${end}`,
    meta: {
      issues: listed,
      ...(more > 0 ? { more } : {})
    }
  })
}

/**
 * The error for a body or tool arguments that don't decode. `known` are the operation's fields, `ast` describes them, and `open` are
 * candidates for the suggestion.
 */
export const invalidBody = (
  issue: SchemaIssue.Issue,
  known: ReadonlyArray<string>,
  sent: unknown,
  ast: SchemaAST.AST,
  open = known
): Invalid => {
  const issues = issuesOf(issue, open, sent, "field", ast)
  const unknown = issues.filter((one) => one.unknown)
  const rest = issues.filter((one) => !one.unknown)
  return unknown.length > 0
    ? fault("unknown_field", [...unknown, ...rest], knownNames(unknown, known, "field"))
    : fault("invalid_body", rest)
}

/** The error for a query that doesn't decode. */
export const invalidQuery = (
  issue: SchemaIssue.Issue,
  known: ReadonlyArray<string>,
  sent: unknown,
  ast: SchemaAST.AST,
  open = known
): Invalid => {
  const issues = issuesOf(issue, open, sent, "parameter", ast)
  return fault("invalid_query", issues, knownNames(issues, known, "parameter"))
}

/** Maximum nesting of a body: far deeper than any resource needs, and too shallow to overflow the stack. */
const maxDepth = 100

const unstorable = "holds U+0000 or half of a surrogate pair, which cannot be stored; remove it"
const tooDeep = `is nested more than ${maxDepth} levels deep; send it flatter`

interface StorageProblem {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const never = (_key: string) => false

/** The rows of an import, which are checked one by one. */
const isRows = (key: string) => key === "rows"

/** Finds the first text that PostgreSQL can't store, or the first value nested too deeply. */
const flawOf = (value: unknown, depth = 0, isApart = never): StorageProblem | undefined => {
  if (typeof value === "string") {
    return value.includes("\u0000") || !value.isWellFormed() ? { path: [], message: unstorable } : undefined
  }
  if (typeof value !== "object" || value === null) return undefined
  if (depth >= maxDepth) return { path: [], message: tooDeep }
  for (const key of Object.keys(value)) {
    if (isApart(key)) continue
    const found = flawOf(key) ?? flawOf((value as Record<string, unknown>)[key], depth + 1)
    // The path is built only while unwinding, so that valid input doesn't pay for it.
    if (found !== undefined)
      return { ...found, path: [Array.isArray(value) ? Number(key) : key, ...found.path] }
  }
  return undefined
}

/** The error for a value that can't be stored, except in the rows of an import. */
export const invalidText = (value: unknown, code: "invalid_body" | "invalid_query"): Invalid | undefined => {
  const flaw = flawOf(value, 0, isRows)
  if (flaw === undefined) return undefined
  const path = flaw.message === tooDeep ? flaw.path.slice(0, 1) : flaw.path
  return fault(code, [{ path: pathOf(path), message: flaw.message, unknown: false }])
}

/** The error for query parameters that were sent more than once. */
export const repeated = (query: Readonly<Record<string, unknown>>): Invalid | undefined => {
  const names = Object.keys(query).filter((name) => Array.isArray(query[name]))
  const message = "is given more than once; send it once"
  const issues = names.map((path) => ({ path, message, unknown: false }))
  return issues.length === 0 ? undefined : fault("invalid_query", issues)
}

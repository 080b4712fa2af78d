/** The issues of an input, each with its path. A message completes a sentence that starts with the field. */
import { type SchemaAST, SchemaIssue } from "effect"

export interface Issue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
  /** The allowed words, if the value must be one of a list. */
  readonly words?: ReadonlyArray<string>
}

export const unknownKey = "is not a known field"

const words: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  Null: "null",
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Arrays: "an array",
  Objects: "an object",
  Never: "left out"
}

const list = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`

/** The description of a number's last check, such as "an integer from 1 to 100". */
const checked = (ast: SchemaAST.AST): string | undefined => {
  const descriptions = ast.checks?.map(({ annotations }) => annotations?.["expected"])
  return descriptions?.findLast((one) => typeof one === "string")
}

const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap(wordsOf)
  return ast._tag === "Literal" && typeof ast.literal === "string" ? [ast.literal] : []
}

/** Describes an array with an example, because agents often send a string instead. */
const array = ({ rest: [item] }: SchemaAST.Arrays): string => {
  if (item?._tag === "String") return 'an array of strings, such as ["a", "b"]'
  const [word] = item === undefined ? [] : wordsOf(item)
  return word === undefined ? "an array" : `an array, such as ["${word}"]`
}

/** Describes what a schema accepts, because names of internal types mean nothing to a caller. */
const describe = (ast: SchemaAST.AST): string | undefined => {
  const told = ast.annotations?.["expected"]
  if (typeof told === "string") return told
  if (ast._tag === "Number") return checked(ast) ?? words[ast._tag]
  if (ast._tag === "Arrays") return array(ast)
  if (ast._tag === "Literal") return JSON.stringify(ast.literal)
  if (ast._tag !== "Union") return words[ast._tag]
  const parts = ast.types.map(describe)
  return parts.every((part) => part !== undefined) ? list(parts) : undefined
}

const objectIn = (ast: SchemaAST.AST | undefined): SchemaAST.Objects | undefined => {
  if (ast?._tag === "Objects") return ast
  return ast?._tag === "Union" ? ast.types.map(objectIn).find((one) => one !== undefined) : undefined
}

const fieldIn = (ast: SchemaAST.AST | undefined, name: PropertyKey) =>
  objectIn(ast)?.propertySignatures.find((field) => field.name === name)?.type

/** The fields of the object at a path of a schema. */
export const fieldsAt = (ast: SchemaAST.AST, path: Issue["path"]): ReadonlyArray<string> => {
  const found = path.reduce<SchemaAST.AST | undefined>(fieldIn, ast)
  return objectIn(found)?.propertySignatures.map(({ name }) => String(name)) ?? []
}

/** The fields that are objects with a field of this name. */
export const parentsOf = (ast: SchemaAST.AST, name: string): ReadonlyArray<string> =>
  fieldsAt(ast, []).filter((parent) => fieldsAt(ast, [parent]).includes(name))

const formatted = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (leaf) => {
    if (leaf._tag === "UnexpectedKey") return unknownKey
    return leaf._tag === "MissingKey" ? "is required" : SchemaIssue.defaultLeafHook(leaf)
  }
})

const plain = (message: string): string =>
  message.replace(/^Expected /u, "must be ").replace("a string representing a finite number", "a number")

const at = (path: Issue["path"], issues: ReadonlyArray<SchemaIssue.Issue>) =>
  issues.flatMap((issue) => flatten(issue, path))

export const flatten = (issue: SchemaIssue.Issue, path: Issue["path"] = []): ReadonlyArray<Issue> => {
  switch (issue._tag) {
    case "Pointer":
      return flatten(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return flatten(issue.issue, path)
    case "Composite":
      return at(path, issue.issues)
    case "AnyOf": {
      const type = issue.issues.length > 0 ? undefined : describe(issue.ast)
      if (type !== undefined) return [{ path, message: `must be ${type}`, words: wordsOf(issue.ast) }]
      if (issue.issues.length > 0) return at(path, issue.issues)
      break
    }
    case "InvalidType": {
      const type = describe(issue.ast)
      if (type === undefined) break
      return [{ path, message: `must be ${type}`, words: wordsOf(issue.ast) }]
    }
    case "Filter": {
      const words = issue.filter.annotations?.["words"] as ReadonlyArray<string> | undefined
      if (words === undefined) break
      const { otherwise } = issue.filter.annotations as { readonly otherwise?: string }
      const also = otherwise === undefined ? "" : ` (${otherwise})`
      return [{ path, message: `must be ${list(words.map((word) => JSON.stringify(word)))}${also}`, words }]
    }
  }
  return formatted(issue).issues.map((one) => ({
    path: [...path, ...((one.path ?? []) as Issue["path"])],
    message: plain(one.message)
  }))
}

/** Whether the value is an integer, as a number or a string of digits, beyond JavaScript's safe range. */
const isInexact = (value: unknown): boolean => {
  const number = typeof value === "string" && /^-?\d+$/u.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && !Number.isSafeInteger(number)
}

const maxSafe = Number.MAX_SAFE_INTEGER

const hasRange = ({ message }: Issue) => / from -?\d+ to /u.test(message)

/** Replaces "must be an integer" with the actual bound for integers beyond the safe range. */
export const bounded = (
  issues: ReadonlyArray<Issue>,
  sentAt: (path: Issue["path"]) => unknown
): ReadonlyArray<Issue> => {
  const at = (path: Issue["path"]) => path.map(String).join("\0")
  const reportedPaths = new Set<string>()
  return issues.flatMap((issue) => {
    const { message, path } = issue
    if (!message.startsWith("must be an integer")) return [issue]
    const value = sentAt(path)
    if (!isInexact(value)) return [issue]
    if (reportedPaths.has(at(path))) return []
    reportedPaths.add(at(path))
    // The field's own bound is more specific: "must be an integer from 1 to 100", or "of 0 or more" for a low value.
    const beside = issues.filter((one) => at(one.path) === at(path) && one.message !== "must be an integer")
    const isLow = Number(value) < 0
    const own = beside.find((one) => hasRange(one) || (isLow && / or more/u.test(one.message)))
    return [own ?? { path, message: `must be at ${isLow ? `least -${maxSafe}` : `most ${maxSafe}`}` }]
  })
}

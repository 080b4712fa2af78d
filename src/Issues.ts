/** The issues of an input, each with its path. A message completes a sentence that begins with the field. */
import { type SchemaAST, SchemaIssue } from "effect"

export interface Issue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
  /** The allowed words, if it may only be one of a list. */
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

/** What a schema accepts, in words: the names of our types mean nothing to a caller. */
const wanted = (ast: SchemaAST.AST): string | undefined => {
  const told = ast.annotations?.["expected"]
  if (typeof told === "string") return told
  if (ast._tag === "Literal") return JSON.stringify(ast.literal)
  if (ast._tag !== "Union") return words[ast._tag]
  const parts = ast.types.map(wanted)
  return parts.every((part) => part !== undefined) ? list(parts) : undefined
}

const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Union") return ast.types.flatMap(wordsOf)
  return ast._tag === "Literal" && typeof ast.literal === "string" ? [ast.literal] : []
}

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
      const type = issue.issues.length > 0 ? undefined : wanted(issue.ast)
      if (type !== undefined) return [{ path, message: `must be ${type}`, words: wordsOf(issue.ast) }]
      if (issue.issues.length > 0) return at(path, issue.issues)
      break
    }
    case "InvalidType": {
      const type = wanted(issue.ast)
      if (type === undefined) break
      return [{ path, message: `must be ${type}`, words: wordsOf(issue.ast) }]
    }
    case "Filter": {
      const words = issue.filter.annotations?.["words"] as ReadonlyArray<string> | undefined
      if (words === undefined) break
      return [{ path, message: `must be ${list(words.map((word) => JSON.stringify(word)))}`, words }]
    }
  }
  return formatted(issue).issues.map((one) => ({
    path: [...path, ...((one.path ?? []) as Issue["path"])],
    message: plain(one.message)
  }))
}

/** What is wrong with an input, place by place, as the end of a sentence that begins with the field. */
import { type SchemaAST, SchemaIssue } from "effect"

export interface Issue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
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

/** What a schema takes; the names of our types say nothing to a caller. */
const wanted = (ast: SchemaAST.AST): string | undefined => {
  if (ast._tag === "Literal") return JSON.stringify(ast.literal)
  if (ast._tag !== "Union") return words[ast._tag]
  const parts = ast.types.map(wanted)
  return parts.every((part) => part !== undefined) ? list(parts) : undefined
}

const formatted = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (leaf) => {
    if (leaf._tag === "UnexpectedKey") return unknownKey
    if (leaf._tag === "MissingKey") return "is required"
    const type = leaf._tag === "InvalidType" ? wanted(leaf.ast) : undefined
    return type === undefined ? SchemaIssue.defaultLeafHook(leaf) : `must be ${type}`
  }
})

const plain = (message: string): string =>
  message.replace(/^Expected /u, "must be ").replace("a string representing a finite number", "a number")

const at = (path: Issue["path"], issues: ReadonlyArray<SchemaIssue.Issue>) =>
  issues.flatMap((issue) => flatten(issue, path))

/** Every issue there is. */
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
      if (type !== undefined) return [{ path, message: `must be ${type}` }]
      if (issue.issues.length > 0) return at(path, issue.issues)
    }
  }
  return formatted(issue).issues.map((one) => ({
    path: [...path, ...((one.path ?? []) as Issue["path"])],
    message: plain(one.message)
  }))
}

/** The request headers that many operations take, each described once. */
import { all } from "../../../schema/Scope.ts"

const scopePattern = all.join("|")

const scopeHeader = {
  Scope: {
    name: "Scope",
    in: "header",
    required: false,
    description:
      "Asks for less than the credential holds: scopes separated by spaces. It never adds one. What needs another is refused with 403 insufficient_scope.",
    schema: { type: "string", pattern: `^(?:${scopePattern})(?: +(?:${scopePattern}))*$` },
    example: "deals:read leads:read"
  }
}

/** Their answer is described once, for all operations: in each response, clients would get it in the type of every answer. */
const rehearsalHeaders = {
  "Dry-Run": {
    name: "Dry-Run",
    in: "header",
    required: false,
    description:
      "true: does it and takes it back. The response is a 200 with the schema DryRun: what it would answer, change and send, and a plan.",
    schema: { type: "string", enum: ["true", "false"] }
  },
  Plan: {
    name: "Plan",
    in: "header",
    required: false,
    description:
      "The plan of a dry run: it is done only if nothing that the dry run read has changed, else the response is a 409 plan_stale.",
    schema: { type: "string", maxLength: 8000 }
  }
}

/** The components that operations refer to. */
export const shared = { ...scopeHeader, ...rehearsalHeaders }

/** The references of every write. */
export const rehearsal = Object.keys(rehearsalHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`
}))

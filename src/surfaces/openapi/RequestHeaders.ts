/** The request headers that many operations take, each described once. */
import { all } from "../../../schema/Scope.ts"

const scopePattern = all.join("|")

const scopeHeader = {
  Scope: {
    name: "Scope",
    in: "header",
    description:
      "Asks for less than the credential holds: scopes separated by spaces. It never adds one. What needs another is refused with 403 insufficient_scope.",
    // There is no example, because collections made from the document would send it and then lack other scopes.
    schema: { type: "string", pattern: `^(?:${scopePattern})(?: +(?:${scopePattern}))*$` }
  }
}

/** Their response is described once for all operations: in each response, it would become part of every generated result type. */
const dryRunHeaders = {
  "Dry-Run": {
    name: "Dry-Run",
    in: "header",
    description:
      "true: does it and takes it back. The response is a 200 with the schema DryRun: what it would answer, change and send, and a plan.",
    schema: {
      type: "string",
      enum: ["true", "false"],
      // Linters drop or report a schema without references, and nothing else refers to this one.
      $defs: { answer: { $ref: "#/components/schemas/DryRun" } }
    }
  },
  Plan: {
    name: "Plan",
    in: "header",
    description:
      "The plan of a dry run: it is done only if nothing that the dry run read has changed, else the response is a 409 plan_stale.",
    schema: { type: "string", maxLength: 8000 }
  }
}

const conditionalHeaders = {
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description:
      "ETags of earlier answers, separated by commas: a record that still has one is answered 304.",
    schema: { type: "string", maxLength: 1000 },
    example: '"2jmj7l5rSw0yVb-vlWAYkK"'
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description:
      "The ETag of the record as you have read it: the write is done only if the record still has it, else the response is a 412 precondition_failed with the current one in meta.etag.",
    schema: { type: "string", maxLength: 1000 }
  }
}

/** The description of `Idempotency-Key`, which every write takes. */
export const idempotencyKey =
  "The same key with the same request within 24 hours gets the first response again; with a different request it gets a 409."

/** The components that operations refer to. */
export const shared = { ...scopeHeader, ...dryRunHeaders, ...conditionalHeaders }

/** The references that every write has. */
export const dryRun = Object.keys(dryRunHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`
}))

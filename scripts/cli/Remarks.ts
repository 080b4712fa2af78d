/** Hints in addition to a result. They go to standard error, so that a pipe gets only the result. */
import { Console, Effect } from "effect"
import type * as Operation from "../../src/contract/Operation.ts"
import type * as Caller from "./Caller.ts"
import { Surroundings } from "./Surroundings.ts"

/** Writes that undo doesn't cover, although it covers others on the same records. */
const notUndoable = new Set(
  "leads.createUpload templates.use webhooks.rotateSecret webhooks.test webhooks.redeliver".split(" ")
)

const isUndoable = ({ id }: Operation.Any) =>
  /^(?:deals|notes|leads|imports|boards|templates|webhooks|undo)\./u.test(id) && !notUndoable.has(id)

/** The command that the reader uses: a clone of the sources has no `sales-pipeline` installed. */
const program = ({ env }: Surroundings) =>
  env["npm_lifecycle_event"] === "cli" ? "npm run -s cli --" : "sales-pipeline"

const done = (operation: Operation.Any, { headers }: Pick<Caller.Answer, "headers">, by: string) => {
  const request = headers.get("service-request-id")
  if (operation.kind === "read" || request === null || headers.get("dry-run") !== null) return undefined
  const undo = isUndoable(operation) ? `; to take it back: ${by} undo run --request-id ${request}` : ""
  return `Request ${request}${undo}`
}

export const print = Effect.fnUntraced(function* (
  operation: Operation.Any,
  answer: Pick<Caller.Answer, "headers" | "status">,
  isJson: boolean
) {
  const warning = answer.headers.get("service-warning")
  if (warning !== null) yield* Console.error(`Warning: ${warning}`)
  if (isJson) return
  if (answer.status === 202)
    return yield* Console.error("Nothing was done yet: it waits for an admin's approval (approvals get ID).")
  const remark = done(operation, answer, program(yield* Surroundings))
  if (remark !== undefined) yield* Console.error(remark)
})

/** A form for an operation: its fields are the operation's input. */
import { Effect, type Schema } from "effect"
import type { Named } from "../../../contract/Api.ts"
import type * as Operation from "../../../contract/Operation.ts"
import { operationOf } from "../../../Registry.ts"
import { compile, type Run } from "../CallOperation.ts"
import type { Submission } from "../Form.ts"
import * as EditConflicts from "./EditConflicts.ts"
import * as Problems from "./Problems.ts"
import * as SchemaForm from "./SchemaForm.ts"

interface Options {
  /** The currency of the form's amounts. */
  readonly currency?: string
  /** Whether to send only the fields that changed since the form was rendered `marked`. */
  readonly changed?: boolean
}

/** The rest of the input, in its JSON form. */
type KnownInput<Input extends Schema.Struct.Fields, S> = {
  readonly [Name in Exclude<keyof Input, keyof S>]?: Input[Name]["Encoded"] | undefined
}

export const of = <const Id extends Named["id"], const S>(
  id: Id,
  specs: S & SchemaForm.Specs<Extract<Named, { readonly id: Id }>["input"], S>
) => {
  type Of = Extract<Named, { readonly id: Id }>
  const operation: Operation.Any = operationOf(id)
  const form = SchemaForm.of<Of["input"], S>(operation.input as Of["input"], specs as never, {
    edits: operation.http?.method === "PATCH"
  })
  const run = compile(id) as Run<object, Of["success"]["Encoded"]>
  /** Runs the operation with the form's values and those that the page adds. */
  const send = (
    submission: Submission,
    known: KnownInput<Of["input"], S>,
    { changed = false, currency }: Options = {}
  ) => {
    const only = changed ? EditConflicts.changed(form.names, submission) : undefined
    const { flaws, values } = form.read(submission, currency, only)
    return Effect.mapError(run({ ...values, ...known }), (fault) => {
      const issues = Problems.issuesOf(fault)
      if (fault._tag !== "invalid_request_error" || issues.length === 0) return fault
      // The schema rejects values that couldn't be parsed, but the form has the better message for them.
      const worded = issues.map(({ message, path }) => ({ path, message: flaws.get(path) ?? message }))
      return Problems.invalid(worded, form.labels(), fault.code)
    })
  }
  return { ...form, send }
}

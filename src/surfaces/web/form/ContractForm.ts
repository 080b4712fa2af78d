/** A form that does an operation: its fields are the operation's input, and so is what it sends. */
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
  /** Of its amounts. */
  readonly currency?: string
  /** Sends only what was changed since a form was shown `marked`. */
  readonly changed?: boolean
}

/** The rest of the input, as JSON has it. */
type Known<Input extends Schema.Struct.Fields, S> = {
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
  /** Does the operation with what was typed, and what the page knows by itself. */
  const send = (
    submission: Submission,
    known: Known<Of["input"], S>,
    { changed = false, currency }: Options = {}
  ) => {
    const only = changed ? EditConflicts.changed(form.names, submission) : undefined
    const { flaws, values } = form.read(submission, currency, only)
    return Effect.mapError(run({ ...values, ...known }), (fault) => {
      const issues = Problems.issuesOf(fault)
      if (fault._tag !== "invalid_request_error" || issues.length === 0) return fault
      // The schema refuses what could not be read; the form knows better why it could not.
      const told = issues.map(({ message, path }) => ({ path, message: flaws.get(path) ?? message }))
      return Problems.invalid(told, form.labels(), fault.code)
    })
  }
  return { ...form, send }
}

/** Applies rules to an undo, by the operations of the entries that it reverts. Its own changes are checked like any other write. */
import type { Rules } from "../../../schema/Rules.ts"
import type { Entry } from "../../audit/rules/UndoTypes.ts"
import * as RuleEvaluation from "./RuleEvaluation.ts"

const undo = { id: "undo.run" }

/** `operations` are those that are undone, or done again if an undo is undone. */
export const of = (
  rules: Rules,
  operations: ReadonlyArray<RuleEvaluation.Subject>,
  entries: ReadonlyArray<Pick<Entry, "changes">>
): RuleEvaluation.Judged =>
  RuleEvaluation.strictest({ name: undo.id, verdict: "allow" }, [
    ...operations.map((one) => ({
      name: RuleEvaluation.nameOf(one),
      verdict: RuleEvaluation.of(rules, one)
    })),
    ...entries.map(({ changes }) => RuleEvaluation.ofChanges(rules, undo, changes))
  ])

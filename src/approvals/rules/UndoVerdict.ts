/** Applies rules to an undo, by the operations of the entries that it reverts. Its own changes are checked like any other write. */
import type { Rules } from "../../../schema/Rules.ts"
import type { Entry } from "../../audit/rules/Undoing.ts"
import * as Verdicts from "./Verdicts.ts"

const undo = { id: "undo.run" }

/** `operations` are those that are undone, or done again if an undo is undone. */
export const of = (
  rules: Rules,
  operations: ReadonlyArray<Verdicts.Subject>,
  entries: ReadonlyArray<Pick<Entry, "changes">>
): Verdicts.Judged =>
  Verdicts.strictest({ name: undo.id, verdict: "allow" }, [
    ...operations.map((one) => ({ name: Verdicts.nameOf(one), verdict: Verdicts.of(rules, one) })),
    ...entries.map(({ changes }) => Verdicts.ofChanges(rules, undo, changes))
  ])

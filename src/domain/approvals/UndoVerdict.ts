/** What a credential's rules say of an undo: of what the entries that it finds did, and of what taking them back does. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { Rules, Verdict } from "../../../schema/Rules.ts"
import * as Verdicts from "./Verdicts.ts"

const groups: Readonly<Partial<Record<AuditChange["resource"], string>>> = {
  deal: "deals",
  lead: "leads",
  note: "notes",
  board: "boards",
  template: "templates",
  webhook: "webhooks"
}

/** The operation that would do by itself what taking a change back does. */
const amountsTo = ({ after, before, resource }: AuditChange): ReadonlyArray<string> => {
  const group = groups[resource]
  // An entry of a deal's activity goes with the deal.
  const isActivity = resource === "note" && (before ?? after)?.["kind"] === "system_event"
  if (group === undefined || isActivity) return []
  if (before === null) return [`${group}.delete`]
  if (after === null) return [`${group}.${resource === "deal" ? "restore" : "create"}`]
  if (resource !== "deal") return [`${group}.update`]
  if ("deletedAt" in after) return [after["deletedAt"] === null ? "deals.delete" : "deals.restore"]
  return ["stageId" in after ? "deals.move" : "deals.update"]
}

/** The strictest, and the name of what it is said of. */
export interface Judged {
  readonly verdict: Verdict
  readonly name: string
}

/** `operations` are those that are undone or, by the undo of an undo, done again. */
export const of = (
  rules: Rules,
  operations: ReadonlyArray<Verdicts.Subject>,
  changes: ReadonlyArray<AuditChange>
): Judged => {
  const ofOperations = operations.map((one) => {
    // The input of back then is not known; what depends on it shows in the changes.
    const always = one.amountsTo?.filter(({ where }) => where === undefined)
    return { name: Verdicts.nameOf(one), verdict: Verdicts.of(rules, { ...one, amountsTo: always }, {}) }
  })
  const ofChanges = [...new Set(changes.flatMap(amountsTo))].map((name) => ({
    name,
    verdict: Verdicts.said(rules, name) ?? "allow"
  }))
  return [...ofOperations, ...ofChanges].reduce<Judged>(
    (a, b) => (Verdicts.isStricter(b.verdict, a.verdict) ? b : a),
    { name: "undo.run", verdict: "allow" }
  )
}

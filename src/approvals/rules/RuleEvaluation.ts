/** Evaluates a credential's rules for a call. */
import { Result } from "effect"
import type { AuditChange } from "../../../schema/Audit.ts"
import { Forbidden } from "../../../schema/Fault.ts"
import { none, type Rules, type Verdict } from "../../../schema/Rules.ts"
import * as ChangeOperations from "./ChangeOperations.ts"
import { nearest } from "../../shared/Nearest.ts"

/** The properties of an operation that rules depend on. */
export interface Subject {
  readonly id: string
  readonly formOf?: string | undefined
  readonly kind: "read" | "write" | "delete"
}

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

const isStricter = (a: Verdict, b: Verdict): boolean => strictness[a] > strictness[b]

/** The operation's name in rules, which is the same for all its forms. */
export const nameOf = ({ formOf, id }: Pick<Subject, "formOf" | "id">): string => formOf ?? id

const explicitVerdict = ({ operations }: Rules, name: string): Verdict | undefined =>
  Object.hasOwn(operations, name) ? operations[name] : undefined

const groupOf = (name: string): string => name.split(".")[0]!

/** The rule for an operation, or else for its group. */
const verdictFor = (rules: Rules, name: string): Verdict | undefined =>
  explicitVerdict(rules, name) ?? explicitVerdict(rules, groupOf(name))

/** The rule that applies to an operation, or the default. */
export const of = (rules: Rules, operation: Pick<Subject, "formOf" | "id">): Verdict =>
  verdictFor(rules, nameOf(operation)) ?? rules.default

/** The strictest of several verdicts, and the operation or group that it comes from. */
export interface Judged {
  readonly verdict: Verdict
  readonly name: string
}

export const strictest = (own: Judged, others: ReadonlyArray<Judged>): Judged =>
  others.reduce((a, b) => (isStricter(b.verdict, a.verdict) ? b : a), own)

/** The strictest of the rules for what a call changed. A rule for a group doesn't apply if the called operation has a rule of its own. */
export const ofChanges = (
  rules: Rules,
  operation: Pick<Subject, "formOf" | "id">,
  changes: ReadonlyArray<AuditChange>
): Judged => {
  const own = nameOf(operation)
  const isNamed = explicitVerdict(rules, own) !== undefined
  const verdicts = ChangeOperations.of(changes).flatMap((same) =>
    same.map((name): Judged => {
      const isItsOwn = same.includes(own) || name === `${groupOf(own)}.update`
      const verdict = isNamed && isItsOwn ? explicitVerdict(rules, name) : verdictFor(rules, name)
      return { name, verdict: verdict ?? "allow" }
    })
  )
  return strictest({ name: own, verdict: "allow" }, verdicts)
}

/** `own` is the called operation if it has the same effect as `name`. */
export const denied = (credential: string, name: string, own = name) =>
  new Forbidden({
    code: "denied_by_rule",
    message: `The rules of this credential deny ${name}${own === name ? "" : `, which ${own} would do here`}. Nothing was done. Only an admin of the workspace can change them (PUT /v1/rules/${credential}). No tool does it; don't try another way.`,
    meta: { operation: name, credential }
  })

export const asks = (name: string): string => `The rules of this credential have it ask for ${name}.`

/** Whether the rules allow everything. */
export const isNone = ({ amountChangePercent, default: rest, operations, records, writesPerHour }: Rules) =>
  rest === "allow" &&
  Object.values(operations).every((verdict) => verdict === "allow") &&
  amountChangePercent === null &&
  records === null &&
  writesPerHour === null

/** The valid names in rules: the ids of writes, and their groups. */
export const namesOf = (operations: ReadonlyArray<Subject>): ReadonlyArray<string> => {
  const ids = operations
    .filter(({ formOf, kind }) => kind !== "read" && formOf === undefined)
    .map(({ id }) => id)
  return [...new Set([...ids.map((id) => id.split(".")[0]!), ...ids])]
}

const flawIn = (name: string, operations: ReadonlyArray<Subject>): string | undefined => {
  const names = namesOf(operations)
  if (names.includes(name)) return undefined
  const shown = JSON.stringify(name.slice(0, 60))
  const known = operations.find(({ id }) => id === name)
  if (known?.formOf !== undefined) {
    return `${shown} is a form of ${known.formOf}: a rule for that holds both.`
  }
  if (known?.kind === "read") return `${shown} is a read; rules are for writes.`
  const meant = nearest(name, names)
  return `${shown} is no operation that writes${meant === undefined ? "" : `; did you mean ${meant}?`}`
}

/** Completes the rules in a request with defaults, or explains why one of their names is invalid. */
export const settle = (
  input: Partial<Rules>,
  operations: ReadonlyArray<Subject>
): Result.Result<Rules, string> => {
  const rules: Rules = { ...none, ...input }
  const flaw = Object.keys(rules.operations)
    .map((name) => flawIn(name, operations))
    .find((found) => found !== undefined)
  return flaw === undefined ? Result.succeed(rules) : Result.fail(flaw)
}

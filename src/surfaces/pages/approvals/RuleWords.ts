/** A credential's rules in words. */
import { Effect } from "effect"
import type { CredentialRules, Verdict } from "../../../../schema/Rules.ts"
import * as Api from "../../../contract/Api.ts"
import { act } from "../platform/Act.ts"
import { html, type Html } from "../platform/Html.ts"
import type * as Workplace from "../platform/Workplace.ts"

export const path = "/settings/rules"

export const address = (credential: string): string =>
  `${path}?${new URLSearchParams({ credential }).toString()}`

/** Groups of operations, by the first part of their ids. */
const groups: Readonly<Record<string, string>> = {
  deals: "Deals",
  notes: "Notes",
  leads: "Leads",
  boards: "Boards and stages",
  templates: "Email templates",
  webhooks: "Webhooks",
  embed: "Email client",
  undo: "Undoing"
}

/** What rules may name: each write once, under the name that rules know it by. */
const writes = Api.operations.filter(({ formOf, kind }) => kind !== "read" && formOf === undefined)

const groupOf = (id: string): string => id.slice(0, id.indexOf("."))

export interface Group {
  readonly id: string
  readonly title: string
  /** A row each; two ways to do the same are one. */
  readonly rows: ReadonlyArray<{ readonly title: string; readonly ids: ReadonlyArray<string> }>
}

/** Deciding, and setting rules, is for credentials without rules only. */
const governing = new Set(["rules", "approvals"])

/** In the order of the contract. */
export const all: ReadonlyArray<Group> = [...new Set(writes.map(({ id }) => groupOf(id)))]
  .filter((id) => !governing.has(id))
  .map((id) => ({
    id,
    title: groups[id] ?? id,
    rows: [
      ...Map.groupBy(
        writes.filter((one) => groupOf(one.id) === id),
        ({ title }) => title
      )
    ].map(([title, same]) => ({ title, ids: same.map((one) => one.id) }))
  }))

const names = new Map(
  all.flatMap(({ id, rows, title }) => [
    [id, title] as const,
    ...rows.flatMap((row) => row.ids.map((one) => [one, row.title] as const))
  ])
)

const verbs: Readonly<Record<Verdict, string>> = {
  allow: "by itself",
  ask: "asks first",
  deny: "refused"
}

/** The most operations that a line names. */
const few = 4

const named = (operations: CredentialRules["operations"], verdict: Verdict): string | undefined => {
  const those = Object.entries(operations).filter(([, one]) => one === verdict)
  if (those.length === 0) return undefined
  const all = [...new Set(those.map(([id]) => names.get(id) ?? id))]
  const told = all.slice(0, few)
  const more = all.length > few ? ` and ${all.length - few} more` : ""
  return `${verbs[verdict]}: ${told.join(", ")}${more}`
}

type Rules = Pick<
  CredentialRules,
  "default" | "operations" | "writesPerHour" | "amountChangePercent" | "records"
>

/** As `asks first: Delete a deal · at most 50 writes an hour`. */
const inShort = (rules: Rules | undefined): string => {
  if (rules === undefined) return "does everything by itself"
  const { amountChangePercent, default: otherwise, operations, records, writesPerHour } = rules
  const parts = [
    named(operations, "ask"),
    named(operations, "deny"),
    otherwise === "allow" ? undefined : named(operations, "allow"),
    otherwise === "allow" ? undefined : `${verbs[otherwise]}: all else`,
    writesPerHour === null ? undefined : `at most ${writesPerHour} writes an hour`,
    amountChangePercent === null ? undefined : `amounts by at most ${amountChangePercent} %`,
    records === null ? undefined : `at most ${records} records at once`
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? "does everything by itself" : parts.join(" · ")
}

const list = act("rules.list")

export type Listed = ReadonlyArray<typeof CredentialRules.Encoded>

/** All rules there are, for whoever may see them. */
export const forAdmin = ({ actor }: Workplace.Here) =>
  actor.role === "admin" ? Effect.map(list({}), ({ data }): Listed => data) : Effect.undefined

/** A line of a key or an app, for admins. */
export const line = (credential: string, rules: Listed | undefined): Html | false => {
  if (rules === undefined) return false
  const own = rules.find((one) => one.credential === credential)
  return html`<p class="soft"><a href="${address(credential)}">Rules</a>: ${inShort(own)}</p>`
}

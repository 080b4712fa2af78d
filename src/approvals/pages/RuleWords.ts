/** Describes a credential's rules. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { CredentialRules, Verdict } from "../../../schema/Rules.ts"
import * as Api from "../../contract/Api.ts"
import * as AuditTitles from "../../audit/pages/AuditTitles.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"

export const path = "/settings/rules"

export const address = (credential: string): string =>
  `${path}?${new URLSearchParams({ credential }).toString()}`

/** Groups of operations, by the first part of their ids. */
const groups: Readonly<Record<string, Part>> = say.rules.groups

/** The writes that rules can name, without their alternative forms. */
const writes = Api.operations.filter(({ formOf, kind }) => kind !== "read" && formOf === undefined)

const groupOf = (id: string): string => id.slice(0, id.indexOf("."))

export interface Group {
  readonly id: string
  readonly title: Part
  /** One row per title: operations with the same title share a row. */
  readonly rows: ReadonlyArray<{ readonly title: Part; readonly ids: ReadonlyArray<string> }>
}

/** Only credentials without rules can decide approvals and set rules. */
const governing = new Set(["rules", "approvals"])

/** All groups, in the order of the contract. */
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
    ].map(([title, same]) => ({ title: AuditTitles.called(title), ids: same.map((one) => one.id) }))
  }))

const names = new Map(
  all.flatMap(({ id, rows, title }) => [
    [id, title] as const,
    ...rows.flatMap((row) => row.ids.map((one) => [one, row.title] as const))
  ])
)

const verbs: Readonly<Record<Verdict, Part>> = say.rules.verbs

/** The maximum number of operations named in a line. */
const maxOperations = 4

const operationNames = (operations: CredentialRules["operations"], verdict: Verdict): Part => {
  const those = Object.entries(operations).filter(([, one]) => one === verdict)
  if (those.length === 0) return undefined
  const all = [...new Set(those.map(([id]) => names.get(id) ?? id))]
  const told = all.slice(0, maxOperations)
  const more = all.length > maxOperations && say.rules.andMore(all.length - maxOperations)
  return [verbs[verdict], ": ", told.map((title, index) => [index > 0 && ", ", title]), more]
}

type Rules = Pick<
  CredentialRules,
  "default" | "operations" | "writesPerHour" | "amountChangePercent" | "records"
>

/** For example `asks first: Delete a deal · at most 50 writes an hour`. */
const inShort = (rules: Rules | undefined): Part => {
  if (rules === undefined) return say.rules.all
  const { amountChangePercent, default: otherwise, operations, records, writesPerHour } = rules
  const parts = [
    operationNames(operations, "ask"),
    operationNames(operations, "deny"),
    otherwise === "allow" ? undefined : operationNames(operations, "allow"),
    otherwise === "allow" ? undefined : say.rules.allElse(verbs[otherwise]),
    writesPerHour === null ? undefined : say.rules.writes(writesPerHour),
    amountChangePercent === null ? undefined : say.rules.amounts(amountChangePercent),
    records === null ? undefined : say.rules.records(records)
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? say.rules.all : parts.map((part, index) => [index > 0 && " · ", part])
}

const list = callOperation("rules.list")

export type Listed = ReadonlyArray<typeof CredentialRules.Encoded>

/** The rules of all credentials; undefined if the caller isn't an admin. */
export const forAdmin = ({ actor }: PageContext) =>
  actor.role === "admin" ? Effect.map(list({}), ({ data }): Listed => data) : Effect.undefined

/** The summary of a key's or an app's rules, for admins. */
export const line = (credential: string, rules: Listed | undefined): Html | false => {
  if (rules === undefined) return false
  const own = rules.find((one) => one.credential === credential)
  return html`<p class="soft"><a href="${address(credential)}">${say.rules.title}</a>: ${inShort(own)}</p>`
}

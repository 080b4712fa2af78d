/** Reads the audit log's filter from the page's address, and writes it. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"

export const path = "/settings/audit"

const outcomes = { "": say.audit.everything, ok: say.audit.done, failed: say.audit.refused } as const

const texts = {
  target: say.audit.target,
  actor: say.audit.actor,
  agent: say.audit.agent,
  operation: say.audit.operation,
  requestId: say.audit.request
} as const

const days = { since: say.audit.from, until: say.audit.before } as const

type Name = keyof typeof texts | keyof typeof days | "outcome"

export type Filter = { readonly [name in Name]?: string }

const maxLength = 100

const isMoment = Schema.is(Field.Moment)

/** Ignores invalid filters in the address. */
export const read = ({ searchParams }: URL): Filter => {
  const filter: { [name in Name]?: string } = {}
  for (const name of Object.keys(texts) as ReadonlyArray<keyof typeof texts>) {
    const text = (searchParams.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().trim()
    if (text !== "") filter[name] = Array.from(text).slice(0, maxLength).join("")
  }
  for (const name of ["since", "until"] as const) {
    const day = searchParams.get(name)
    if (day !== null && isMoment(day)) filter[name] = day
  }
  const outcome = searchParams.get("outcome")
  if (outcome === "ok" || outcome === "failed") filter.outcome = outcome
  return filter
}

export const address = (filter: Filter, cursor?: string): string => {
  const query = new URLSearchParams({ ...filter, ...(cursor === undefined ? {} : { cursor }) }).toString()
  return query === "" ? path : `${path}?${query}`
}

const input = (name: Name, label: Part, type: "text" | "date", value: string | undefined): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      maxlength="${maxLength}"
      value="${type === "date" ? (value ?? "").slice(0, 10) : (value ?? "")}"
    />
  </div>`

export const form = (filter: Filter): Html =>
  html`<form class="log-filter" method="get" action="${path}" role="search">
    ${Object.entries(texts).map(([name, label]) => input(name as Name, label, "text", filter[name as Name]))}
    ${Object.entries(days).map(([name, label]) => input(name as Name, label, "date", filter[name as Name]))}
    <div class="field">
      <label for="outcome">${say.audit.outcome}</label>
      <select id="outcome" name="outcome">
        ${Object.entries(outcomes).map(
          ([value, label]) =>
            html`<option value="${value}" ${value === (filter.outcome ?? "") && html`selected`}>
              ${label}
            </option>`
        )}
      </select>
    </div>
    <div class="actions"><button class="quiet" type="submit">${say.audit.show}</button></div>
  </form>`

/** What a subscription is asked for: its label, the events, and the stages whose moves count. */
import type { Fault } from "../../../../schema/Fault.ts"
import type { BoardStage } from "../../../../schema/Stage.ts"
import { EventType } from "../../../../schema/Webhook.ts"
import type { Submission } from "../platform/Form.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"

const meanings: Readonly<Record<EventType, string>> = {
  "deal.created": "a deal is created",
  "deal.stage_changed": "a deal is moved to another stage",
  "deal.won": "a move makes a deal won",
  "lead.created": "a lead comes in"
}

export interface Wanted {
  readonly label: string
  readonly events: ReadonlyArray<string>
  readonly stageFilter: ReadonlyArray<string>
}

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

interface Checks {
  readonly name: string
  readonly legend: string
  readonly hint: string
  readonly checked: ReadonlyArray<string>
  readonly choices: ReadonlyArray<{ readonly value: string; readonly text: Html }>
}

const checks = ({ checked, choices, hint, legend, name }: Checks): Html =>
  html`<fieldset aria-describedby="${name}-hint">
    <legend>${legend}</legend>
    <p class="hint" id="${name}-hint">${hint}</p>
    ${choices.map(
      ({ text, value }) =>
        html`<div class="choice">
          <input
            type="checkbox"
            id="${name}-${value}"
            name="${name}"
            value="${value}"
            ${checked.includes(value) && html`checked`}
          />
          <label for="${name}-${value}">${text}</label>
        </div>`
    )}
  </fieldset>`

export const fields = (wanted: Wanted, stages: Stages): Html =>
  html`${Layout.field({
    name: "label",
    label: "Label (may be left out)",
    value: wanted.label,
    maxLength: 80,
    optional: true,
    hint: "What it feeds, so that you know it again: “Data warehouse”."
  })}
  ${checks({
    name: "events",
    legend: "Events",
    hint: "At least one.",
    checked: wanted.events,
    choices: EventType.literals.map((value) => ({
      value,
      text: html`<code>${value}</code>: ${meanings[value]}`
    }))
  })}
  ${checks({
    name: "stages",
    legend: "Stages",
    hint: "deal.stage_changed is sent for moves into these alone. Check none for all of them.",
    checked: wanted.stageFilter,
    choices: stages.map(({ id, name }) => ({ value: id, text: html`${name}` }))
  })}`

export const read = ({ all, text }: Submission): Wanted => ({
  label: text("label").trim(),
  events: all("events"),
  stageFilter: all("stages")
})

/** As the operations take it. */
export const toSend = ({ events, label, stageFilter }: Wanted) => ({
  label: label === "" ? null : label,
  events: events as ReadonlyArray<EventType>,
  stageFilter
})

/** Why it was refused, in the words of the form. */
export const problemOf = (problem: string, { meta }: Fault): string => {
  const issues = (meta?.["issues"] ?? []) as ReadonlyArray<{ readonly path: string }>
  return issues.some(({ path }) => path === "events") ? "Check at least one event." : problem
}

/** The form that edits a board's stages. It holds the whole draft, so that it works without JavaScript. */
import { type BoardStage, type Region, StageEdit } from "../../../schema/Stage.ts"
import * as StageDraft from "../rules/StageDraft.ts"
import * as FormControl from "../../surfaces/web/form/FormControl.ts"
import * as FieldInfo from "../../surfaces/web/form/FieldInfo.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { type Counts, type Draft, nameOf } from "./StageForm.ts"

type Stages = ReadonlyArray<typeof BoardStage.Encoded>

const lanes = ["early", "anchor", "late", "won", "dead"] as const

const isFixed = (region: Region) => region === "won" || region === "dead"

interface Button {
  readonly action: string
  readonly text: Html
  readonly at: string | undefined
  readonly isOff?: boolean
}

const button = ({ at, action: does, isOff, text }: Button): Html =>
  html`<button
    class="quiet"
    name="do"
    value="${does}"
    formnovalidate
    ${isOff === true && html`disabled`}
    ${at === does && html`autofocus`}
  >
    ${text}
  </button>`

const steps = (draft: Draft, row: StageDraft.Row): Html => {
  const { at } = draft
  const { of = 1, place = 1 } = StageDraft.placeOf(draft.rows, row.key) ?? {}
  const name = nameOf(row)
  const label = (sign: string, words: Part) =>
    html`<span aria-hidden="true">${sign}</span><span class="unseen">${words}</span>`
  return html`${button({ action: `up ${row.key}`, text: label("↑", say.setup.up(name)), at, isOff: place === 1 })}
  ${button({ action: `down ${row.key}`, text: label("↓", say.setup.down(name)), at, isOff: place === of })}
  ${button({ action: `drop ${row.key}`, text: html`${say.setup.remove}<span class="unseen"> ${name}</span>`, at })}`
}

const handle = (row: StageDraft.Row): Html =>
  html`<button type="button" class="quiet handle" data-handle aria-describedby="handling" hidden>
    <span aria-hidden="true">⠿</span><span class="unseen">${say.setup.order(nameOf(row))}</span>
  </button>`

const facts = FieldInfo.of(StageEdit.fields)

/** A field of a stage, labelled by its column. */
const field = (draft: Draft, name: "name" | "probability", { key, ...row }: StageDraft.Row): Html => {
  const at = `${name} ${key}`
  const isWrong = draft.problems?.has(at) === true
  return html`<input
    type="${name === "name" ? "text" : "number"}"
    name="${name}"
    aria-label="${name === "name" ? say.setup.stageName : say.setup.percent}"
    value="${row[name]}"
    autocomplete="off"
    required
    ${FormControl.limits(facts[name])}
    ${isWrong && html`aria-invalid="true" aria-describedby="${name}-${key}-error"`}
    ${draft.at === at && html`autofocus`}
  />`
}

const item = (draft: Draft, row: StageDraft.Row, count: number): Html => {
  const { key, probability, region } = row
  const isMovable = region === "early" || region === "late"
  return html`<li data-stage>
    <input type="hidden" name="stage" value="${key}" /><input type="hidden" name="region" value="${region}" />
    <span class="hold">${isMovable && handle(row)}</span>
    ${field(draft, "name", row)}
    ${
      isFixed(region)
        ? html`<input type="hidden" name="probability" value="${probability}" />
            <span class="percent">${probability} %</span>`
        : html`<span class="percent">${field(draft, "probability", row)} %</span>`
    }
    ${isMovable && html`<span class="steps">${steps(draft, row)}</span>`}
    ${count > 0 && html`<span class="hint">${say.settings.holds(count)}</span>`}
    ${(["name", "probability"] as const).map((name) =>
      FormControl.error(`${name}-${key}`, draft.problems?.get(`${name} ${key}`))
    )}
  </li>`
}

const lane = (draft: Draft, counts: Counts, region: Region): Html =>
  html`<h3 id="lane-${region}">${say.boards.regions[region]}</h3>
    <p class="hint">${say.setup.meanings[region]}</p>
    <ol aria-labelledby="lane-${region}" data-lane="${region}">
      ${draft.rows.filter((row) => row.region === region).map((row) => item(draft, row, counts.get(row.key) ?? 0))}
    </ol>
    ${
      (region === "early" || region === "late") &&
      button({
        action: `add ${region}`,
        text: html`${say.setup.add[region]}`,
        at: draft.at
      })
    }`

/** Asks where the deals of a removed stage move, after a save was rejected because of them. */
const moves = (stages: Stages, draft: Draft): Html => {
  const kept = draft.rows.filter((row) => !StageDraft.isNew(row) && !isFixed(row.region))
  const choices = [{ id: "", name: say.setup.choose }, ...kept.map(({ key, name }) => ({ id: key, name }))]
  const asked = Object.entries(draft.moves).filter(([from]) => draft.rows.every(({ key }) => key !== from))
  const dropped = (from: string) => stages.find(({ id }) => id === from)?.name ?? say.setup.removed
  return html`${asked.map(
    ([from, to]) =>
      html`<input type="hidden" name="from" value="${from}" /> ${FormControl.render({
          name: "to",
          id: `to-${from}`,
          label: say.setup.dealsGo(dropped(from)),
          facts: {},
          texts: [to],
          required: true,
          focused: draft.at === `to-${from}`,
          choices
        })}`
  )}`
}

/** The Enter key in a field presses the form's first button, so this hidden one saves. */
const whatEnterPresses = html`<button class="unseen" name="do" value="save" tabindex="-1" aria-hidden="true">
  ${say.setup.saveStages}
</button>`

interface EditorInput {
  readonly action: string
  readonly stages: Stages
  readonly draft: Draft
  readonly counts: Counts
}

export const form = (context: PageContext, { action, counts, draft, stages }: EditorInput): Html =>
  html`<form
    class="card stages"
    id="stages"
    method="post"
    action="${action}"
    ${draft.said !== undefined && html`data-unsaved`}
  >
    <h2>${say.setup.stages}</h2>
    ${PageLayout.problem(draft.problem)}
    ${draft.said !== undefined && html`<p class="notice" role="status">${draft.said} ${say.setup.unsaved}</p>`}
    ${WorkspacePage.hidden(context, "stages")} ${whatEnterPresses}
    <p class="hint" id="handling" hidden>${say.setup.handling}</p>
    ${lanes.map((one) => lane(draft, counts, one))} ${moves(stages, draft)}
    <p class="hint" id="unsaved" hidden>${say.setup.newOrder}</p>
    <div class="actions">
      <button name="do" value="save">${say.setup.saveStages}</button>
      <a class="button quiet" href="${action.replace(/\/stages$/u, "")}">${say.setup.discard}</a>
    </div>
  </form>`

/** The stages for people who can't change them. */
export const table = (stages: Stages): Html =>
  html`<h2>${say.setup.stages}</h2>
    <div class="table card" tabindex="0" role="region" aria-label="${say.setup.stages}">
      <table>
        <thead>
          <tr>
            <th scope="col">${say.setup.stage}</th>
            <th scope="col">${say.setup.region}</th>
            <th scope="col">${say.setup.probability}</th>
          </tr>
        </thead>
        <tbody>
          ${stages.map(
            ({ name, probability, region }) =>
              html`<tr>
                <td>${name}</td>
                <td>${say.boards.regions[region]}</td>
                <td>${probability} %</td>
              </tr>`
          )}
        </tbody>
      </table>
    </div>`

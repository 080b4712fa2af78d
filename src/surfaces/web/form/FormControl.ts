/** The HTML of one field: its label, error, control and hint, which screen readers announce together. */
import { html, type Html, type Part } from "../Html.ts"
import type { FieldInfo } from "./FieldInfo.ts"

export interface Choice {
  readonly id: string
  readonly name: Part
}

/** The presentation of a field, in addition to its schema. */
export interface Look {
  /** Replaces the title in the schema. */
  readonly label?: Part
  readonly hint?: Part
  readonly type?: "text" | "password" | "tel" | "url" | "search" | "date"
  readonly autocomplete?: string
  readonly rows?: number
  /** The id of a `datalist` with suggestions. */
  readonly list?: string
  /** Sent as a hidden field. */
  readonly hidden?: true
}

export interface FormControl extends Look {
  readonly name: string
  readonly id: string
  readonly label: Part
  readonly facts: Pick<FieldInfo, "type" | "format" | "minLength" | "maxLength" | "minimum" | "maximum">
  /** The values as a browser sends them: several texts for checkboxes, none for an unchecked box. */
  readonly texts: ReadonlyArray<Part>
  readonly required: boolean
  readonly choices?: ReadonlyArray<Choice> | undefined
  readonly problem?: Part
  readonly focused?: boolean
  /** Hints announced after the control, such as one derived from the schema. */
  readonly hints?: ReadonlyArray<Part>
}

/** Texts that may be longer than this many characters get a textarea. */
const textareaFrom = 2_000

/** The limits that a browser enforces on a text or a number. */
export const limits = ({ maxLength, maximum, minimum, minLength = 0 }: FormControl["facts"]): Html =>
  html`${maxLength !== undefined && html`maxlength="${maxLength}"`}
  ${minLength > 1 && html`minlength="${minLength}"`} ${minimum !== undefined && html`min="${minimum}"`}
  ${maximum !== undefined && html`max="${maximum}"`}`

const describedBy = ({ hints = [], id, problem }: FormControl): string =>
  [problem !== undefined && `${id}-error`, hints.length > 0 && `${id}-hint`].filter(Boolean).join(" ")

const described = (control: FormControl): Html | false =>
  describedBy(control) !== "" && html`aria-describedby="${describedBy(control)}"`

const invalid = ({ problem }: FormControl): Html | false => problem !== undefined && html`aria-invalid="true"`

/** The error is linked to the control by its id, so that screen readers announce it. */
export const error = (id: string, problem: Part): Html | false =>
  problem !== undefined && html`<p class="error" id="${id}-error">${problem}</p>`

const hint = ({ hints = [], id }: FormControl): Html | false =>
  hints.length > 0 &&
  html`<p class="hint" id="${id}-hint">${hints.map((part, index) => [index > 0 && " ", part])}</p>`

const attributes = (control: FormControl): Html =>
  html`id="${control.id}" name="${control.name}" ${invalid(control)} ${described(control)}
  ${control.required && html`required`} ${control.focused === true && html`autofocus`}`

const inputTypes: Readonly<Record<string, string>> = { email: "email", uri: "url", date: "date" }

const input = (control: FormControl): Html => {
  const { autocomplete = "off", facts, texts } = control
  const byType = facts.type === "integer" || facts.type === "number" ? "number" : "text"
  const type = control.type ?? inputTypes[facts.format ?? ""] ?? byType
  return html`<input
    ${attributes(control)}
    type="${type}"
    value="${texts[0] ?? ""}"
    autocomplete="${autocomplete}"
    ${control.list !== undefined && html`list="${control.list}"`}
    ${type === "text" && html`dir="auto"`}
    ${limits(facts)}
    ${type === "email" && html`autocapitalize="none" spellcheck="false"`}
  />`
}

/** HTML drops a line break at the start of a textarea, so the template has one before the text. */
const area = (control: FormControl): Html =>
  html`<textarea ${attributes(control)} dir="auto" rows="${control.rows ?? 4}" ${limits(control.facts)}>
${control.texts[0] ?? ""}</textarea>`

const select = (control: FormControl, choices: ReadonlyArray<Choice>): Html =>
  html`<select ${attributes(control)}>
    ${choices.map(
      ({ id, name }) =>
        html`<option value="${id}" ${control.texts.includes(id) && html`selected`}>${name}</option>`
    )}
  </select>`

const box = (control: FormControl, value: string, label: Part): Html =>
  html`<div class="choice">
    <input
      type="checkbox"
      id="${control.id}"
      name="${control.name}"
      value="${value}"
      ${control.texts.includes(value) && html`checked`}
      ${invalid(control)}
      ${control.facts.type === "boolean" && described(control)}
      ${control.focused === true && html`autofocus`}
    />
    <label for="${control.id}">${label}</label>
  </div>`

const boxes = (control: FormControl, choices: ReadonlyArray<Choice>): Html =>
  html`<fieldset ${described(control)}>
    <legend>${control.label}</legend>
    ${hint(control)} ${error(control.id, control.problem)}
    ${choices.map(({ id, name }, index) =>
      box(
        { ...control, id: `${control.id}-${id}`, focused: control.focused === true && index === 0 },
        id,
        name
      )
    )}
  </fieldset>`

/** The value that a checked boolean box sends. */
export const checked = "yes"

export const render = (control: FormControl): Html => {
  const { choices, facts, id, label, maxLength = 0 } = { ...control, maxLength: control.facts.maxLength }
  if (control.hidden === true) {
    return html`<input type="hidden" name="${control.name}" value="${control.texts[0] ?? ""}" />`
  }
  if (facts.type === "boolean") {
    return html`${error(id, control.problem)} ${box(control, checked, label)} ${hint(control)}`
  }
  if (facts.type === "array" && choices !== undefined) return boxes(control, choices)
  const isLong = facts.type === "array" || control.rows !== undefined || maxLength > textareaFrom
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${error(id, control.problem)}
    ${choices !== undefined ? select(control, choices) : isLong ? area(control) : input(control)}
    ${hint(control)}
  </div>`
}

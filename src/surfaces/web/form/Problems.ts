/** Assigns the issues of an input to its fields, as sentences for the person who typed it. */
import { Schema } from "effect"
import { type Fault, Invalid } from "../../../../schema/Fault.ts"
import { say } from "../i18n/Words.ts"
import * as Faults from "../Faults.ts"
import type { Refused, Submission } from "../Form.ts"
import { html, Message, type Part, plain } from "../Html.ts"

export type Issue = Faults.Issue

/** The issues that a page found itself, in its own words. */
const pageIssues = new WeakMap<Fault, ReadonlyArray<Issue>>()

const areIssues = Schema.is(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })))

export const issuesOf = (fault: Fault): ReadonlyArray<Issue> => {
  const issues = fault.meta?.["issues"]
  const sent = areIssues(issues) ? issues : []
  return pageIssues.get(fault) ?? sent.map(({ message, path }) => ({ path, message: Faults.text(message) }))
}

const joined = (parts: ReadonlyArray<Part>): Part => parts.map((part, index) => [index > 0 && " ", part])

/** The fault of a form, worded from its issues; `labels` are the labels of its fields. */
export const invalid = (
  issues: ReadonlyArray<Issue>,
  labels: ReadonlyMap<string, Part> = new Map(),
  code: Invalid["code"] = "invalid_body"
) => {
  const message = joined(
    issues.map((issue) => sentence(labels.get(fieldOf(issue.path)) ?? issue.path, issue))
  )
  const fault = new Invalid({
    code,
    message: Faults.english(message),
    meta: { issues: issues.map(({ message, path }) => ({ message: Faults.english(message), path })) }
  })
  pageIssues.set(fault, issues)
  return Faults.saying(fault, message)
}

/** Refuses a form without calling an operation, for one field or, with an empty path, for the form itself. */
export const refusal = (form: Submission, path: string, message: Part): Refused => ({
  form,
  fault: invalid([{ path, message }]),
  problem: message
})

/** The path `labels[2]` belongs to the field `labels`. */
const fieldOf = (path: string): string => /^[^.[]*/u.exec(path)![0]

/** An issue completes a sentence that begins with the field's label, unless it is a full sentence. */
export const sentence = (label: Part, { message, path }: Issue): Part =>
  new Message((reader) => {
    const text = plain(message, reader)
    if (!/^\p{Ll}/u.test(text)) return text
    const [, entry] = /^\w+\[(\d+)\]$/u.exec(path) ?? []
    const name = plain(label, reader)
    const about =
      entry === undefined ? name : say.forms.entry(name.replace(/\[\d+\]$/u, ""), Number(entry) + 1)
    return html`${about} ${text}${text.endsWith("?") ? "" : "."}`
  })

/** The error of each field that the form shows, with the fields' labels. */
export const byField = (
  issues: ReadonlyArray<Issue>,
  labels: ReadonlyMap<string, Part>
): ReadonlyMap<string, Part> => {
  const errors = new Map<string, Part>()
  for (const issue of issues) {
    const field = fieldOf(issue.path)
    const label = labels.get(field)
    if (label === undefined) continue
    const before = errors.get(field)
    errors.set(field, joined([...(before === undefined ? [] : [before]), sentence(label, issue)]))
  }
  return errors
}

/** The errors of all fields, to show above the form. */
export const said = (wrong: ReadonlyMap<string, Part>): Part =>
  wrong.size === 0 ? undefined : joined([...wrong.values()])

/** The message above the form: all issues that none of its fields shows. */
export const elsewhere = ({ fault, problem }: Refused, labels: ReadonlyMap<string, Part>): Part => {
  const issues = issuesOf(fault)
  if (issues.length === 0) return problem
  const rest = issues.filter(({ path }) => !labels.has(fieldOf(path)))
  return rest.length > 0 && joined(rest.map((issue) => sentence(issue.path, issue)))
}

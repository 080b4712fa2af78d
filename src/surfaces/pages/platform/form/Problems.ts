/** Brings what was wrong with an input to its fields, as sentences for the person who typed it. */
import { type Fault, Invalid } from "../../../../../schema/Fault.ts"
import type { Refused, Submission } from "../Form.ts"

export interface Issue {
  readonly path: string
  readonly message: string
}

export const issuesOf = ({ meta }: Fault): ReadonlyArray<Issue> =>
  (meta?.["issues"] ?? []) as unknown as ReadonlyArray<Issue>

/** The fault of a form, in the words of its issues; `labels` are its fields'. */
export const invalid = (
  issues: ReadonlyArray<Issue>,
  labels: ReadonlyMap<string, string> = new Map(),
  code: Invalid["code"] = "invalid_body"
) =>
  new Invalid({
    code,
    message: issues.map((issue) => sentence(labels.get(fieldOf(issue.path)) ?? issue.path, issue)).join(" "),
    meta: { issues: issues.map(({ message, path }) => ({ message, path })) }
  })

/** A form that is refused without an operation, for one of its fields or, without a path, for itself. */
export const refusal = (form: Submission, path: string, message: string): Refused => ({
  form,
  fault: invalid([{ path, message }]),
  problem: message
})

/** `labels[2]` is about `labels`. */
const fieldOf = (path: string): string => /^[^.[]*/u.exec(path)![0]

/** “Labels”, of which one is the first label. */
const singular = (label: string): string => label.replace(/\[\d+\]$/u, "").replace(/s$/u, "")

/** An issue ends a sentence that begins with the field, unless it is one by itself. */
export const sentence = (label: string, { message, path }: Issue): string => {
  const [, entry] = /^\w+\[(\d+)\]$/u.exec(path) ?? []
  const about = entry === undefined ? label : `${singular(label)} ${Number(entry) + 1}`
  return /^\p{Ll}/u.test(message) ? `${about} ${message}.`.replace(/\?\.$/u, "?") : message
}

/** What is wrong with each field a form shows; `labels` are theirs. */
export const byField = (
  issues: ReadonlyArray<Issue>,
  labels: ReadonlyMap<string, string>
): ReadonlyMap<string, string> => {
  const said = new Map<string, string>()
  for (const issue of issues) {
    const field = fieldOf(issue.path)
    const label = labels.get(field)
    if (label === undefined) continue
    const before = said.get(field)
    said.set(field, `${before === undefined ? "" : `${before} `}${sentence(label, issue)}`)
  }
  return said
}

/** What is to be said above the form: all that none of its fields shows. */
export const elsewhere = (
  { fault, problem }: Refused,
  labels: ReadonlyMap<string, string>
): string | undefined => {
  const issues = issuesOf(fault)
  if (issues.length === 0) return problem
  const rest = issues.filter(({ path }) => !labels.has(fieldOf(path)))
  return rest.map((issue) => sentence(issue.path, issue)).join(" ") || undefined
}

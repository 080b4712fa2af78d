/** The tables of docs/agents-jobs.md, in Markdown. */
import type { Outcome } from "./Job.ts"
import type { Verdict } from "./Mistakes.ts"

type Row = ReadonlyArray<string | number>

const cell = (one: string | number) => String(one).replaceAll("|", "\\|").replaceAll("\n", " ")

const table = (heads: Row, rows: ReadonlyArray<Row>) =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

const number = (value: number) => value.toLocaleString("en")

export const jobs = (outcomes: ReadonlyArray<Outcome>) =>
  table(
    "|job|done|calls|failed|written|read|before: done|calls|failed|written|read".split("|"),
    outcomes.map(({ calls, failed, job, read, undone, written }) => {
      const { before } = job
      return [
        job.letter,
        job.asks,
        undone.length === 0 ? "yes" : "no",
        ...[calls, failed, written, read].map(number),
        before.done,
        ...[before.calls, before.failed, before.written, before.read].map(number)
      ]
    })
  )

/** Characters of an answer that a table shows. */
const shown = 220

/** Ids differ from run to run. */
const settled = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "<id>")
    .replaceAll(/stg_\w{16}/gu, "<stage id>")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}\b/gu, "<half an id>")
    .replaceAll(/\S+@test\.example/gu, "<email>")
    .replaceAll(/\d{4}-\d\d-\d\d and/gu, "<day> and")

const cut = (text: string) => (text.length > shown ? `${text.slice(0, shown)}…` : text)

export const mistakes = (verdicts: ReadonlyArray<Verdict>) =>
  table(
    ["mistake", "tool", "answer"],
    verdicts.map(({ answer, tool, what }) => [what, tool, cut(settled(answer)).replaceAll("<", "&lt;")])
  )

/** The document with each table between its marks. */
export const into = (document: string, tables: Readonly<Record<string, string>>) =>
  Object.entries(tables).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- end -->)`, "u"),
        (_, begin: string, end: string) => `${begin}\n\n${rows}\n\n${end}`
      ),
    document
  )

/** Reads the stage form: its draft, and the button that was pressed. */
import type { Region, StageEdit } from "../../../schema/Stage.ts"
import * as StageDraft from "../rules/StageDraft.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import type { Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

export interface Draft {
  readonly rows: StageDraft.Rows
  /** The new stage of the deals in each removed stage; empty until the user chooses. */
  readonly moves: Readonly<Record<string, string>>
  readonly problem?: Part
  /** Errors of fields by the control's name. */
  readonly problems?: ReadonlyMap<string, Part>
  /** Announces the last button's effect to screen readers. */
  readonly said?: Part
  /** The control that gets the focus. */
  readonly at?: string
}

/** The number of deals in each stage. */
export type Counts = ReadonlyMap<string, number>

export const nameOf = ({ name }: StageDraft.Row): Part =>
  name.trim() === "" ? say.setup.newStage : say.setup.quoted(name)

/** The draft in the form. */
export const read = ({ all }: Submission): Draft => {
  const [names, regions, probabilities, to] = [all("name"), all("region"), all("probability"), all("to")]
  return {
    rows: all("stage").map((key, index) => ({
      key,
      name: names[index] ?? "",
      region: (regions[index] ?? "early") as Region,
      probability: probabilities[index] ?? ""
    })),
    moves: Object.fromEntries(all("from").map((from, index) => [from, to[index] ?? ""]))
  }
}

const moved = (draft: Draft, key: string, by: -1 | 1): Draft | undefined => {
  const rows = StageDraft.move(draft.rows, key, by)
  const found = StageDraft.placeOf(rows, key)
  if (found === undefined) return undefined
  const { of, place, row } = found
  const way = place === of ? "up" : place === 1 ? "down" : by < 0 ? "up" : "down"
  return { ...draft, rows, at: `${way} ${key}`, said: say.setup.place(nameOf(row), place, of) }
}

/** The form asks where deals move as soon as their stage is removed, not only when the draft is saved. */
const dropped = (draft: Draft, key: string, counts: Counts): Draft | undefined => {
  const row = draft.rows.find((one) => one.key === key)
  const rows = StageDraft.remove(draft.rows, key)
  const next = rows.find(({ region }) => region === row?.region)
  const at = next === undefined ? {} : { at: `drop ${next.key}` }
  if (row === undefined) return undefined
  const count = counts.get(key) ?? 0
  return count === 0
    ? { ...draft, rows, ...at, said: say.setup.isRemoved(nameOf(row)) }
    : {
        ...draft,
        rows,
        at: `to-${key}`,
        said: say.settings.holdsDeals(nameOf(row), count),
        moves: { ...draft.moves, [key]: draft.moves[key] ?? "" }
      }
}

/** The draft after a button other than “Save”; undefined if the form has no such button. */
export const stepOf = (draft: Draft, pressed: string, counts: Counts): Draft | undefined => {
  const [verb, key = ""] = pressed.split(" ")
  if (verb === "up" || verb === "down") return moved(draft, key, verb === "up" ? -1 : 1)
  if (verb === "drop") return dropped(draft, key, counts)
  if (verb !== "add" || (key !== "early" && key !== "late")) return undefined
  const added = StageDraft.add(draft.rows, key)
  return {
    ...draft,
    rows: added.rows,
    at: `name ${added.key}`,
    said: say.setup.added[key]
  }
}

/** The operation's input. Text that isn't a number is passed on, so that the operation rejects it. */
export const toSend = ({ moves, rows }: Draft) => {
  const stages = rows.map((row) => {
    const { key, name, probability, region } = row
    const percent = /^\d+$/u.test(probability.trim()) ? Number(probability) : (probability as never)
    const edit: typeof StageEdit.Encoded = { name: name.trim(), region, probability: percent }
    return StageDraft.isNew(row) ? edit : { ...edit, id: key }
  })
  const told = Object.entries(moves).filter(
    ([from, to]) => to !== "" && rows.every(({ key }) => key !== from)
  )
  return { stages, moveDealsTo: Object.fromEntries(told) }
}

const asks = "moveDealsTo."

const words: Readonly<Record<string, Part>> = {
  name: say.setup.stageName,
  probability: say.setup.probability
}

/** The draft with the error. If a removed stage has deals, the form asks where to move them. */
export const refused = ({ fault, form, problem }: Refused): Draft => {
  const draft = read(form)
  const issues = Problems.issuesOf(fault)
  const homeless = issues.flatMap(({ path }) => (path.startsWith(asks) ? [path.slice(asks.length)] : []))
  if (homeless.length > 0) {
    return {
      ...draft,
      problem: say.setup.holdsStill,
      moves: { ...draft.moves, ...Object.fromEntries(homeless.map((id) => [id, draft.moves[id] ?? ""])) }
    }
  }
  const atRows = issues.flatMap((issue) => {
    const [, index = "", field = ""] = /^stages\[(\d+)\]\.(name|probability)$/u.exec(issue.path) ?? []
    const key = draft.rows[Number(index)]?.key
    return field === "" || key === undefined
      ? []
      : [[`${field} ${key}`, Problems.sentence(words[field]!, issue)] as const]
  })
  return {
    ...draft,
    problem: atRows.length > 0 && atRows.length === issues.length ? undefined : problem,
    problems: new Map(atRows),
    ...(atRows[0] === undefined ? {} : { at: atRows[0][0] })
  }
}

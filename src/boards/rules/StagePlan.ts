/** The stages of a board: the defaults of a new board, and which edits are allowed. */
import { Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import type { StageId } from "../../../schema/Id.ts"
import type { BoardStage, Region, StageEdit } from "../../../schema/Stage.ts"

type Draft = Omit<BoardStage, "id" | "isAnchor" | "position">

const order: ReadonlyArray<Region> = ["early", "anchor", "late", "won", "dead"]

const fixed: Partial<Record<Region, number>> = { won: 100, dead: 0 }

/** The stages of every new board. */
export const defaults: ReadonlyArray<Draft> = [
  { name: "New", region: "early", probability: 10 },
  { name: "Qualified", region: "early", probability: 25 },
  { name: "Proposal", region: "anchor", probability: 50 },
  { name: "Negotiation", region: "late", probability: 70 },
  { name: "Verbal", region: "late", probability: 90 },
  { name: "Won", region: "won", probability: 100 },
  { name: "Dead", region: "dead", probability: 0 }
]

/** Puts stages into pipeline order and numbers their positions. */
export const arrange = (drafts: ReadonlyArray<Draft & { readonly id: StageId }>): ReadonlyArray<BoardStage> =>
  order
    .flatMap((region) => drafts.filter((draft) => draft.region === region))
    .map((draft, position) => ({
      id: draft.id,
      name: draft.name,
      region: draft.region,
      isAnchor: draft.region === "anchor",
      position,
      probability: fixed[draft.region] ?? draft.probability
    }))

/** The earliest open stage: region early, lowest position. */
export const first = (stages: ReadonlyArray<BoardStage>): BoardStage | undefined =>
  stages.find((stage) => stage.region === "early") ?? stages.find((stage) => !(stage.region in fixed))

const limits: Record<Region, readonly [min: number, max: number]> = {
  early: [1, 6],
  anchor: [1, 1],
  late: [1, 6],
  won: [1, 1],
  dead: [1, 1]
}

const refuse = (message: string, path: string) =>
  Result.fail(new Invalid({ code: "invalid_body", message, meta: { issues: [{ path, message }] } }))

interface Edited {
  readonly stages: ReadonlyArray<BoardStage>
  readonly removed: ReadonlyArray<BoardStage>
}

/**
 * The board's stages after an edit. A stage keeps the id that is sent, and others get `newIds`. Won and dead can be renamed but not added
 * or removed; if missing, they are unchanged.
 */
export const replace = (
  before: ReadonlyArray<BoardStage>,
  edits: ReadonlyArray<StageEdit>,
  newIds: ReadonlyArray<StageId>
): Result.Result<Edited, Invalid> => {
  const known = new Map(before.map((stage) => [stage.id, stage]))
  const sent = edits.flatMap((edit) => (edit.id === undefined ? [] : [edit.id]))
  const unknown = sent.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    return refuse(`${sent[unknown]} is not a stage of this board. Leave out id to add a stage.`, "stages")
  if (new Set(sent).size < sent.length) return refuse("A stage id is sent twice in stages.", "stages")
  const drafts: Array<Draft & { readonly id: StageId }> = []
  let fresh = 0
  for (const [index, edit] of edits.entries()) {
    const old = edit.id === undefined ? undefined : known.get(edit.id)
    const terminal = edit.region in fixed
    if (terminal ? old?.region !== edit.region : old !== undefined && old.region in fixed) {
      return refuse(
        "The won and dead stages are fixed: they can be renamed, but not added, removed or changed.",
        `stages[${index}].region`
      )
    }
    drafts.push({
      id: old?.id ?? newIds[fresh++]!,
      name: edit.name,
      region: edit.region,
      probability: edit.probability ?? old?.probability ?? 50
    })
  }
  for (const stage of before) {
    if (stage.region in fixed && !sent.includes(stage.id)) drafts.push(stage)
  }
  for (const region of order) {
    const [min, max] = limits[region]
    const count = drafts.filter((draft) => draft.region === region).length
    if (count < min || count > max) {
      const wanted = min === max ? `exactly ${min}` : `${min} to ${max}`
      return refuse(`stages must hold ${wanted} of region ${region}; ${count} were sent.`, "stages")
    }
  }
  const kept = new Set(drafts.map((draft) => draft.id))
  return Result.succeed({ stages: arrange(drafts), removed: before.filter((stage) => !kept.has(stage.id)) })
}

/**
 * The stage that each removed stage's deals move to. The caller must name one for a stage that has deals; deleted deals move to the first
 * stage.
 */
export const moves = (
  { removed, stages }: Edited,
  occupied: ReadonlySet<StageId>,
  moveDealsTo: Readonly<Record<string, StageId>>
): Result.Result<ReadonlyMap<StageId, StageId>, Invalid> => {
  const open = new Set(stages.filter((stage) => !(stage.region in fixed)).map((stage) => stage.id))
  const removedIds = new Set<string>(removed.map((stage) => stage.id))
  for (const [from, to] of Object.entries(moveDealsTo)) {
    if (!removedIds.has(from))
      return refuse(`${from} is not a stage that this request removes.`, `moveDealsTo.${from}`)
    if (!open.has(to)) return refuse(`${to} is not an open stage of the new list.`, `moveDealsTo.${from}`)
  }
  const undecided = removed.filter(({ id }) => occupied.has(id) && moveDealsTo[id] === undefined)
  if (undecided.length > 0) {
    const issues = undecided.map(({ id, name }) => ({
      path: `moveDealsTo.${id}`,
      message: `The stage ${name} (${id}) still holds deals. Say where they go: moveDealsTo {"${id}": "<id of a kept stage>"}.`
    }))
    return Result.fail(new Invalid({ code: "invalid_body", message: issues[0]!.message, meta: { issues } }))
  }
  const fallback = first(stages)!.id
  return Result.succeed(new Map(removed.map((stage) => [stage.id, moveDealsTo[stage.id] ?? fallback])))
}

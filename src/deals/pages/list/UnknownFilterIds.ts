/** Finds ids in a filter of deals that don't exist, so that no deal can match. */
import { Effect } from "effect"
import { callOperation } from "../../../surfaces/web/CallOperation.ts"

const boardStages = callOperation("boards.stages")
const listMembers = callOperation("members.list")
const listDeals = callOperation("deals.list")

interface FilterIds {
  readonly board: string
  /** A person's id, `me`, or empty. */
  readonly owner: string
  readonly stage: string
}

/** Former members can still own deals. */
const isOwner = Effect.fnUntraced(function* (id: string) {
  if ((yield* listMembers({})).some((member) => member.id === id)) return true
  return (yield* listDeals({ ownerId: id, status: "all", limit: 1 })).data.length > 0
})

/** The names of parameters with unknown ids. */
export const of = Effect.fnUntraced(function* ({ board, owner, stage }: FilterIds) {
  const gone: Array<string> = []
  if (stage !== "" && !(yield* boardStages({ id: board })).some(({ id }) => id === stage)) gone.push("stage")
  if (!["", "me"].includes(owner) && !(yield* isOwner(owner))) gone.push("owner")
  return gone
})

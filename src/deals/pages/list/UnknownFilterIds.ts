/** Finds ids in a filter of deals that don't exist, so that no deal can match. */
import { Effect } from "effect"
import { act } from "../../../surfaces/web/CallOperation.ts"

const boardStages = act("boards.stages")
const listMembers = act("members.list")
const listDeals = act("deals.list")

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

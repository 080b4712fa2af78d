/** The benchmark scenarios: each one generates its next request from the loaded workspace. */
import { randomUUID } from "node:crypto"
import type { Loaded } from "../../test/support/bench/load.ts"
import { terms } from "../../test/support/bench/Rows.ts"
import type { Request } from "./Drive.ts"

export interface Subject {
  readonly loaded: Loaded
  /** Deals to get and move, with the current stage of each. */
  readonly sample: Array<{ readonly id: string; readonly board: string; stage: string }>
}

export type Scenario = (subject: Subject) => () => Request

const cycle = <A>(all: ReadonlyArray<A>) => {
  let index = 0
  return () => all[index++ % all.length]!
}

const list: Scenario = ({ loaded }) => {
  const stages = cycle(loaded.boards.flatMap((board) => board.stages))
  return () => ({ path: `/v1/deals?stageId=${stages().id}&limit=25` })
}

const get: Scenario = ({ sample }) => {
  const deals = cycle(sample)
  return () => ({ path: `/v1/deals/${deals().id}` })
}

const search =
  (text: string): Scenario =>
  () =>
  () => ({ path: `/v1/deals?q=${text}&limit=25` })

const create: Scenario = ({ loaded }) => {
  const boards = cycle(loaded.boards)
  let created = 0
  return () => ({
    path: "/v1/deals",
    key: randomUUID(),
    body: {
      boardId: boards().id,
      name: `Annual licence ${++created}`,
      company: "Acme Foods",
      amountCents: 1_250_000,
      labels: ["inbound"],
      primaryContactName: "Mia Chen",
      primaryContactEmail: "mia@acme.example"
    }
  })
}

/** Moves each deal to the next stage, and from the last one to the first. */
const move: Scenario = ({ loaded, sample }) => {
  const boards = new Map<string, ReadonlyArray<string>>(
    loaded.boards.map((board) => [board.id, board.stages.map((stage) => stage.id)])
  )
  const deals = cycle(sample)
  return () => {
    const deal = deals()
    const stages = boards.get(deal.board)!
    deal.stage = stages[(stages.indexOf(deal.stage) + 1) % stages.length]!
    return { path: `/v1/deals/${deal.id}/move`, body: { toStageId: deal.stage } }
  }
}

/** Of ten requests, four get a deal, four list, one creates, and one moves. */
const mixed: Scenario = (subject) => {
  const turns = cycle([get, list, get, list, create, get, list, get, list, move].map((one) => one(subject)))
  // Each scenario continues with its own deals.
  return () => turns()()
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  list,
  get,
  create,
  move,
  mixed,
  "search rare": search(terms.rare),
  "search medium": search(terms.medium),
  "search common": search(terms.common),
  "search short": search(terms.short)
}

/** The requests sent to a server: each scenario makes its next request from the loaded workspace. */
import type { Request } from "./Drive.ts"
import type { Loaded } from "../../test/support/bench/load.ts"
import { terms } from "../../test/support/bench/Rows.ts"

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

const signed = ({ loaded }: Subject) => ({ authorization: `Bearer ${loaded.apiKey.token}` })

const list: Scenario = (subject) => {
  const headers = signed(subject)
  const stages = cycle(subject.loaded.boards.flatMap((board) => board.stages))
  return () => ({
    method: "GET",
    path: `/v1/deals?stageId=${stages().id}&limit=25`,
    headers,
    status: 200
  })
}

const get: Scenario = (subject) => {
  const headers = signed(subject)
  const deals = cycle(subject.sample)
  return () => ({ method: "GET", path: `/v1/deals/${deals().id}`, headers, status: 200 })
}

const search =
  (text: string, by: "q" | "search" = "q"): Scenario =>
  (subject) => {
    const headers = signed(subject)
    return () => ({ method: "GET", path: `/v1/deals?${by}=${text}&limit=25`, headers, status: 200 })
  }

const run = process.pid.toString(36)
let created = 0

const create: Scenario = (subject) => {
  const headers = signed(subject)
  const boards = cycle(subject.loaded.boards)
  return () => ({
    method: "POST",
    path: "/v1/deals",
    headers: { ...headers, "idempotency-key": `${run}-${++created}` },
    body: {
      boardId: boards().id,
      name: `Annual licence ${created}`,
      company: "Acme Foods",
      amountCents: 1_250_000,
      labels: ["inbound"],
      primaryContactName: "Mia Chen",
      primaryContactEmail: "mia@acme.example"
    },
    status: 201
  })
}

/** Moves each deal to the next stage, and from the last to the first. */
const move: Scenario = (subject) => {
  const headers = signed(subject)
  const boards = new Map<string, ReadonlyArray<string>>(
    subject.loaded.boards.map((board) => [board.id, board.stages.map((stage) => stage.id)])
  )
  const deals = cycle(subject.sample)
  return () => {
    const deal = deals()
    const stages = boards.get(deal.board)!
    deal.stage = stages[(stages.indexOf(deal.stage) + 1) % stages.length]!
    return {
      method: "POST",
      path: `/v1/deals/${deal.id}/move`,
      headers,
      body: { toStageId: deal.stage },
      status: 200
    }
  }
}

const read =
  (pathOf: (board: string) => string): Scenario =>
  (subject) => {
    const headers = signed(subject)
    const boards = cycle(subject.loaded.boards)
    return () => ({ method: "GET", path: pathOf(boards().id), headers, status: 200 })
  }

/** Of ten requests four get a deal, four list, one creates and one moves. */
const mixed: Scenario = (subject) => {
  const turns = cycle([get, list, get, list, create, get, list, get, list, move].map((one) => one(subject)))
  // Each scenario goes on with its own deals.
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
  "search short": search(terms.short),
  "words rare": search(`${terms.rare}+mia`, "search"),
  "words medium": search(`${terms.medium}+mia`, "search"),
  "words common": search(`${terms.common}+mia`, "search")
}

/** Requests that must not slow down as deals grow. */
export const growing: Readonly<Record<string, Scenario>> = {
  list,
  get,
  move,
  "search of 100": search(terms.hundred),
  "search common": search(terms.common),
  report: read((board) => `/v1/reports/weighted-pipeline?board_id=${board}`)
}

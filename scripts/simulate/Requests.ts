/** The requests of each call, to one workspace or to many. */
import type { Request } from "../bench/Drive.ts"
import { terms } from "../bench/Rows.ts"
import type { Call } from "./Inputs.ts"
import type { Place } from "./Tenancy.ts"

const run = process.pid.toString(36)

let sent = 0

const keyed = (token: string) => ({
  authorization: `Bearer ${token}`,
  "idempotency-key": `${run}-${++sent}`
})

const reading = (path: string, { token }: Place): Request => ({
  method: "GET",
  path,
  headers: { authorization: `Bearer ${token}` },
  status: 200
})

const dealOf = ({ deals }: Place) => deals[sent++ % deals.length]!

const stageOf = ({ stages }: Place) => stages[sent % stages.length]!

export const requests: Readonly<Record<Call, (place: Place) => Request>> = {
  get: (place) => reading(`/v1/deals/${dealOf(place)}`, place),
  list: (place) => {
    sent += 1
    return reading(`/v1/deals?stageId=${stageOf(place)}&limit=25`, place)
  },
  search: (place) => reading(`/v1/deals?q=${terms.medium}&limit=25`, place),
  report: (place) => reading(`/v1/reports/weighted-pipeline?board_id=${place.boardId}`, place),
  create: ({ boardId, token }) => ({
    method: "POST",
    path: "/v1/deals",
    headers: keyed(token),
    body: {
      boardId,
      name: `Annual licence ${sent}`,
      company: "Acme Foods",
      amountCents: 1_250_000,
      labels: ["inbound"],
      primaryContactName: "Mia Chen",
      primaryContactEmail: "mia@acme.example"
    },
    status: 201
  }),
  move: (place) => ({
    method: "POST",
    path: `/v1/deals/${dealOf(place)}/move`,
    headers: keyed(place.token),
    body: { toStageId: stageOf(place) },
    status: 200
  }),
  update: (place) => ({
    method: "PATCH",
    path: `/v1/deals/${dealOf(place)}`,
    headers: keyed(place.token),
    body: { amountCents: 10_000 + sent },
    status: 200
  }),
  note: (place) => ({
    method: "POST",
    path: `/v1/deals/${dealOf(place)}/notes`,
    headers: keyed(place.token),
    body: { contentText: "Budget approved; the contract goes to their legal department next week." },
    status: 201
  })
}

/** A number from 0 to 1 of a sequence that looks random and is the same in each run (mulberry32). */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** Picks an index in proportion to its weight. */
export const picker = (weights: ArrayLike<number>, draw: () => number) => {
  const sums = Float64Array.from(weights)
  for (let index = 1; index < sums.length; index++) sums[index]! += sums[index - 1]!
  return () => {
    const wanted = draw() * sums[sums.length - 1]!
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

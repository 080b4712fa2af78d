/** What the totals of a board's stages come to. */
import type { Goals } from "../../schema/Board.ts"
import type { Currency } from "../../schema/Field.ts"
import type { BoardId } from "../../schema/Id.ts"
import type { BoardStage } from "../../schema/Stage.ts"
import * as Cents from "./Cents.ts"
import * as StageEntry from "./StageEntry.ts"

/** A stage with what its deals add up to; a deal without an amount counts as 0 cents. */
export interface Lane {
  readonly stage: Pick<BoardStage, "id" | "name" | "region" | "probability">
  readonly deals: number
  readonly cents: bigint
}

/** A board as its reports introduce it. */
export interface Board {
  readonly id: BoardId
  readonly name: string
  readonly currency: Currency
  readonly color: string
  readonly goals: Goals
  /** Every stage in pipeline order. */
  readonly lanes: ReadonlyArray<Lane>
}

interface Sums {
  readonly deals: number
  readonly raw: bigint
  /** The sum over deals of amount × probability, exact until it is rounded half up, once. */
  readonly weighted: bigint
}

/** Hundredths of a cent. */
const weight = ({ cents, stage }: Lane): bigint => cents * BigInt(stage.probability)

/** The weighted sum of one lane, rounded by itself: lanes may differ from the whole by a cent. */
export const weighted = (lane: Lane): bigint => Cents.divideHalfUp(weight(lane), 100n)

export const open = (lanes: ReadonlyArray<Lane>): ReadonlyArray<Lane> =>
  lanes.filter(({ stage }) => StageEntry.status(stage.region) === "open")

/** The open deals of all lanes together. */
export const sums = (lanes: ReadonlyArray<Lane>): Sums => {
  const counted = open(lanes)
  return {
    deals: counted.reduce((sum, { deals }) => sum + deals, 0),
    raw: Cents.total(counted.map(({ cents }) => cents)),
    weighted: Cents.divideHalfUp(Cents.total(counted.map(weight)), 100n)
  }
}

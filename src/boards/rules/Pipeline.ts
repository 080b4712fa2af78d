/** The totals of a board's stages. */
import type { Goals } from "../../../schema/Board.ts"
import type { Currency } from "../../../schema/Field.ts"
import type { BoardId } from "../../../schema/Id.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import * as Cents from "../../values/Cents.ts"
import * as StageEntry from "../../deals/rules/StageEntry.ts"
import * as Tally from "../../reports/rules/Tally.ts"

/** A stage with the totals of its deals. */
export interface Lane extends Tally.Tally {
  readonly stage: Pick<BoardStage, "id" | "name" | "region" | "probability">
  /** Won or dead deals without wonAt or deadAt, because an edit and not a move put them here. */
  readonly undated: number
}

/** A board as its reports use it. */
export interface Board {
  readonly id: BoardId
  readonly name: string
  readonly currency: Currency
  readonly color: string
  readonly goals: Goals
  /** Every stage in pipeline order. */
  readonly lanes: ReadonlyArray<Lane>
}

interface Sums extends Tally.Tally {
  /** The sum over deals of amount × probability, rounded half up once at the end. */
  readonly weighted: bigint
}

/** Hundredths of a cent. */
const weight = ({ cents, stage }: Lane): bigint => cents * BigInt(stage.probability)

/** The weighted sum of one stage, rounded by itself: the stages may add up to a cent more or less than the board. */
export const weighted = (lane: Lane): bigint => Cents.divideHalfUp(weight(lane), 100n)

export const open = (lanes: ReadonlyArray<Lane>): ReadonlyArray<Lane> =>
  lanes.filter(({ stage }) => StageEntry.status(stage.region) === "open")

/** The open deals of all stages together. */
export const sums = (lanes: ReadonlyArray<Lane>): Sums => {
  const counted = open(lanes)
  return { ...Tally.total(counted), weighted: Cents.divideHalfUp(Cents.total(counted.map(weight)), 100n) }
}

/** How many deals of the region have no date, so that no month counts them. */
export const undated = (lanes: ReadonlyArray<Lane>, region: "won" | "dead"): number =>
  lanes.reduce((sum, lane) => sum + (lane.stage.region === region ? lane.undated : 0), 0)

/** The totals of a board's stages. */
import type { Currency } from "../../../schema/Field.ts"
import type { Figures } from "../../../schema/Goals.ts"
import type { BoardId } from "../../../schema/Id.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import * as Cents from "../../shared/Cents.ts"
import * as StageEntry from "../../deals/rules/StageEntry.ts"
import * as Tally from "../../reports/rules/Tally.ts"

/** A stage with the totals of its deals. */
export interface Lane extends Tally.Tally {
  readonly stage: Pick<BoardStage, "id" | "name" | "region" | "probability">
  /** The number of won or dead deals without wonAt or deadAt, because an edit instead of a move put them there. */
  readonly undated: number
}

/** A board for reports. */
export interface Board {
  readonly id: BoardId
  readonly name: string
  readonly currency: Currency
  readonly color: string
  /** For the month. */
  readonly goals: Figures
  /** All stages in pipeline order. */
  readonly lanes: ReadonlyArray<Lane>
}

interface Sums extends Tally.Tally {
  /** The sum over deals of amount × probability, rounded half up once at the end. */
  readonly weighted: bigint
}

/** Hundredths of a cent. */
const weight = ({ cents, stage }: Lane): bigint => cents * BigInt(stage.probability)

/** The weighted sum of a stage, rounded separately: the stages' sum may differ from the board's by a cent. */
export const weighted = (lane: Lane): bigint => Cents.divideHalfUp(weight(lane), 100n)

export const open = (lanes: ReadonlyArray<Lane>): ReadonlyArray<Lane> =>
  lanes.filter(({ stage }) => StageEntry.status(stage.region) === "open")

/** The totals of all open deals. */
export const sums = (lanes: ReadonlyArray<Lane>): Sums => {
  const counted = open(lanes)
  return { ...Tally.total(counted), weighted: Cents.divideHalfUp(Cents.total(counted.map(weight)), 100n) }
}

/** The number of deals in the region without a date, which no month counts. */
export const undated = (lanes: ReadonlyArray<Lane>, region: "won" | "dead"): number =>
  lanes.reduce((sum, lane) => sum + (lane.stage.region === region ? lane.undated : 0), 0)

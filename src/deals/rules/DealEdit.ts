/** Creates and edits a deal, and lists the changes for its activity feed. */
import { Struct } from "effect"
import type { Board } from "../../../schema/Board.ts"
import type { Deal, Edit } from "../../../schema/Deal.ts"
import * as DealFields from "../../../schema/DealFields.ts"
import type { LeadId } from "../../../schema/Id.ts"
import * as Model from "../../../schema/Model.ts"
import * as Stage from "../../../schema/Stage.ts"
import * as ForecastCategory from "./ForecastCategory.ts"
import * as StageEntry from "./StageEntry.ts"

interface Owner {
  readonly id: Deal["ownerId"]
  readonly name: string | null
}

/** A new deal, with or without a lead, in the board's currency and with its default amount if none was sent. */
export const create = (
  board: Board,
  input: Edit & { readonly name: string },
  stage: Stage.Stage,
  owner: Owner,
  id: Deal["id"],
  now: string,
  leadId: LeadId | null = null
): Deal => ({
  ...(Model.edit(DealFields.columns, null, input) as Deal),
  forecastCategory: input.forecastCategory ?? ForecastCategory.byDefault(stage.region),
  id,
  boardId: board.id,
  amountCents: input.amountCents === undefined ? board.defaultDealAmountCents || null : input.amountCents,
  currency: board.currency,
  stage: Stage.ref(stage),
  ownerId: owner.id,
  ownerName: owner.name,
  labels: DealFields.distinct(input.labels ?? []),
  leadId,
  createdAt: now,
  updatedAt: now,
  stageEnteredAt: now,
  ...StageEntry.initial(stage.region, now)
})

/** The deal after `edit`. A new stage is a correction instead of a move, so no stamps change. */
export const apply = (
  deal: Deal,
  edit: Edit,
  stage: Stage.Stage | undefined,
  owner: Owner | undefined,
  now: string
): Deal => {
  const placed = stage === undefined ? deal : { ...deal, ...StageEntry.placed(deal, stage) }
  const { forecastCategory, ...edited } = Model.edit(DealFields.columns, placed, edit) as Deal
  return {
    ...edited,
    forecastCategory: forecastCategory ?? ForecastCategory.byDefault(placed.stage.region),
    stage: placed.stage,
    ownerId: owner?.id ?? deal.ownerId,
    ownerName: owner === undefined ? deal.ownerName : owner.name,
    updatedAt: now
  }
}

const facts = (deal: Deal): Readonly<Record<string, unknown>> => {
  const { id, name, region } = deal.stage
  return {
    ...Struct.pick(deal, DealFields.changeable),
    forecastCategory: ForecastCategory.chosen(deal),
    stage: { id, name, region }
  }
}

export type Changes = { readonly [field: string]: { readonly from: unknown; readonly to: unknown } }

/** The fields that differ. A new owner's name is included, so that the feed can be read without the members. */
export const changes = (before: Deal, after: Deal): Changes => {
  const [a, b] = [facts(before), facts(after)]
  const names = { ownerName: { from: before.ownerName, to: after.ownerName } }
  const changed = Object.fromEntries(
    Object.keys(a)
      .filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
      .map((field) => [field, { from: a[field], to: b[field] }])
  )
  return before.ownerId === after.ownerId ? changed : { ...changed, ...names }
}

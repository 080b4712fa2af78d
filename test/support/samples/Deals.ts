/** Random deals and stages for tests of the domain. */
import * as fc from "fast-check"
import type { Deal } from "../../../schema/Deal.ts"
import * as DealFields from "../../../schema/DealFields.ts"
import { BoardId, DealId, StageId, UserId } from "../../../schema/Id.ts"
import * as Model from "../../../schema/Model.ts"
import type { Region, Stage } from "../../../schema/Stage.ts"

export const regions: ReadonlyArray<Region> = ["early", "anchor", "late", "won", "dead"]

export const stage = (region: Region, id = `stg_${region}`): Stage => ({
  id: StageId.make(id),
  name: region,
  region,
  isAnchor: region === "anchor"
})

const epoch = "2026-01-01T00:00:00.000Z"

export const deal = (changes: Partial<Deal> = {}): Deal => ({
  ...(Model.edit(DealFields.columns, null, { name: "Deal", labels: [] }) as Deal),
  id: DealId.make("0190a0b0-c0d0-7000-8000-00000000000d"),
  boardId: BoardId.make("0190a0b0-c0d0-7000-8000-00000000000b"),
  currency: "USD",
  stage: stage("early"),
  ownerId: UserId.make("0190a0b0-c0d0-7000-8000-00000000000a"),
  ownerName: "Owner",
  createdAt: epoch,
  updatedAt: epoch,
  stageEnteredAt: epoch,
  ...changes
})

export const arbitraryStage = fc
  .tuple(fc.constantFrom(...regions), fc.integer({ min: 0, max: 2 }))
  .map(([region, index]) => stage(region, `stg_${region}${index}`))

/** Timestamps on only a few days, so that some coincide. */
const arbitraryTime = fc
  .integer({ min: 0, max: 40 })
  .map((hours) => new Date(Date.parse(epoch) + hours * 5_400_000).toISOString())

const orNull = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })

export const arbitraryDeal: fc.Arbitrary<Deal> = fc
  .record({
    amountCents: orNull(fc.maxSafeNat()),
    currency: fc.constantFrom(...(["USD", "EUR", "JPY"] as const)),
    stage: arbitraryStage,
    createdAt: arbitraryTime,
    commitmentAt: orNull(arbitraryTime),
    wonAt: orNull(arbitraryTime),
    deadAt: orNull(arbitraryTime)
  })
  .map(deal)

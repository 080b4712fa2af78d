/** The changes that entering a stage makes to a deal, and the system events that record them. */
import type { Deal } from "../../../schema/Deal.ts"
import type { SystemEventType } from "../../../schema/Note.ts"
import * as Stage from "../../../schema/Stage.ts"
import * as ForecastCategory from "./ForecastCategory.ts"
import type { DealEvent } from "../../webhooks/rules/Event.ts"

type Stamps = Pick<Deal, "commitmentAt" | "wonAt" | "deadAt">

const unstamped: Stamps = { commitmentAt: null, wonAt: null, deadAt: null }

/** The stamps of a deal that enters `region` at `now`. commitmentAt is set once and kept; wonAt and deadAt are cleared on leaving. */
export const stamps = (before: Stamps, region: Stage.Region, now: string): Stamps => ({
  commitmentAt: region === "anchor" ? (before.commitmentAt ?? now) : before.commitmentAt,
  wonAt: region === "won" ? now : null,
  deadAt: region === "dead" ? now : null
})

/** The stamps of a deal created in `region`. */
export const initial = (region: Stage.Region, now: string): Stamps => stamps(unstamped, region, now)

const isTerminal = (region: Stage.Region) => region === "won" || region === "dead"

/** Whether the move wins the deal: it enters `won` from another region. */
export const wins = (from: Stage.Stage, to: Stage.Stage) => to.region === "won" && from.region !== "won"

type StampedDeal = Stamps & { readonly stage: { readonly region: Stage.Region } }

/**
 * Warns if a deal's stamps contradict its stage, because an edit set the stage; undefined if they agree. ASCII only, because it is sent in
 * a header.
 */
export const warning = ({
  commitmentAt,
  deadAt,
  stage: { region },
  wonAt
}: StampedDeal): string | undefined => {
  const gaps = [
    ...(region === "anchor" && commitmentAt === null
      ? ["commitmentAt is null, so no month counts it as a proposal"]
      : []),
    ...(region === "won" && wonAt === null ? ["wonAt is null, so no month counts it as won"] : []),
    ...(region === "dead" && deadAt === null ? ["deadAt is null, so no month counts it as dead"] : []),
    ...(region !== "won" && wonAt !== null ? ["wonAt is still set, but it no longer counts as won"] : []),
    ...(region !== "dead" && deadAt !== null ? ["deadAt is still set, but it no longer counts as dead"] : [])
  ]
  if (gaps.length === 0) return undefined
  return `The stage was set without a move: nothing was stamped and no event fired. For this deal, ${gaps.join(" and ")}. To fix this, move it to another stage and then to where it belongs (move_deal, POST /v1/deals/{id}/move), and move deals instead of setting their stageId.`
}

interface PlacedDeal {
  readonly lostReason: string | null
  readonly stage: { readonly region: Stage.Region }
}

/** Warns if a lost deal has no reason for it. */
export const unexplained = ({ lostReason, stage: { region } }: PlacedDeal): string | undefined =>
  region === "dead" && lostReason === null
    ? "The deal has no lost reason. Ask for it, and pass lostReason to move_deal or update_deal (PATCH /v1/deals/{id})."
    : undefined

/** Both warnings about a deal whose stage was sent. */
export const warnings = (deal: StampedDeal & PlacedDeal): string | undefined => {
  const all = [warning(deal), unexplained(deal)].filter((one) => one !== undefined)
  return all.length === 0 ? undefined : all.join(" ")
}

/** The fields that follow from a deal's stage, except stamps: a deal that isn't lost any more has no reason for it. */
export const placed = (
  deal: Deal,
  to: Stage.Stage
): Pick<Deal, "forecastCategory" | "lostReason" | "stage"> => ({
  stage: Stage.ref(to),
  forecastCategory: ForecastCategory.chosen(deal) ?? ForecastCategory.byDefault(to.region),
  lostReason: deal.stage.region === "dead" && to.region !== "dead" ? null : deal.lostReason
})

/** Moves `deal` to `to`. The caller has checked that it is another stage. */
export const enter = (deal: Deal, to: Stage.Stage, now: string, lostReason?: string): Deal => ({
  ...deal,
  ...stamps(deal, to.region, now),
  ...placed(deal, to),
  ...(lostReason !== undefined && { lostReason }),
  stageEnteredAt: now,
  updatedAt: now
})

/** The system events that record a move. */
export const activity = (from: Stage.Stage, to: Stage.Stage): ReadonlyArray<SystemEventType> => {
  if (wins(from, to)) return ["stage_changed", "deal_won"]
  if (to.region === "dead" && from.region !== "dead") return ["stage_changed", "deal_dead"]
  if (isTerminal(from.region) && !isTerminal(to.region)) return ["stage_changed", "deal_reopened"]
  return ["stage_changed"]
}

/** The webhook events of a move. */
export const events = (before: Deal, after: Deal, by: string, at: string): ReadonlyArray<DealEvent> => {
  const moved = { deal: after, from: before.stage, to: after.stage, by, at }
  const won = wins(before.stage, after.stage) ? [{ type: "deal.won" as const, ...moved }] : []
  return [{ type: "deal.stage_changed", ...moved }, ...won]
}

/** `open`, `won` or `dead`, by the region of the stage. */
export const status = (region: Stage.Region) => (isTerminal(region) ? (region as "won" | "dead") : "open")

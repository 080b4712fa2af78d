/** The stage and the dates of a deal that is imported. */
import type { Deal } from "../../../schema/Deal.ts"
import type { BoardStage } from "../../../schema/Stage.ts"
import * as Columns from "./Columns.ts"

interface StageNames {
  readonly stage?: string
  readonly status?: "open" | "won" | "dead" | "lost"
}

/** Names of closed stages in other systems. */
const endNames = Columns.parseLists({
  won: "won, closedwon, closed won, customer, gewonnen, abgeschlossen und gewonnen",
  dead: `dead, lost, closedlost, closed lost, closed lost to competition, verloren,
    abgeschlossen und verloren`
})

const regionOf = (name: string) => Object.keys(endNames).find((region) => endNames[region]!.includes(name))

const normalize = (name: string) => name.trim().toLowerCase()

/** The stage named in a row; "unknown" if the board doesn't have it, and undefined if the row names none. */
export const stageOf = (
  stages: ReadonlyArray<BoardStage>,
  { stage, status }: StageNames
): BoardStage | "unknown" | undefined => {
  const endStage = (name: string) => {
    const region = regionOf(name)
    return region === undefined ? undefined : stages.find((one) => one.region === region)
  }
  if (status !== undefined && status !== "open") return endStage(status)
  if (stage === undefined) return undefined
  const find = (name: string) => stages.find((one) => normalize(one.name) === name) ?? endStage(name)
  // HubSpot writes the pipeline after the stage: `Closed Won (Sales Pipeline)`.
  return find(normalize(stage)) ?? find(normalize(stage.replace(/\s*\([^()]*\)$/u, ""))) ?? "unknown"
}

/** The deal with the time at which it was won or lost. */
export const withClosedAt = (deal: Deal, at: string): Deal => {
  if (deal.stage.region === "won") return { ...deal, wonAt: at }
  return deal.stage.region === "dead" ? { ...deal, deadAt: at } : deal
}

export const hasSameDates = (before: Deal, after: Deal): boolean =>
  before.wonAt === after.wonAt && before.deadAt === after.deadAt

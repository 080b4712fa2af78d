/** What a row of an import says of a deal's stage and its dates. */
import type { Deal } from "../../../schema/Deal.ts"
import type { BoardStage } from "../../../schema/Stage.ts"

interface Sent {
  readonly stage?: string
  readonly status?: "open" | "won" | "dead" | "lost"
}

/** What other systems call their last stages. */
const ends: Readonly<Record<string, "won" | "dead">> = {
  won: "won",
  closedwon: "won",
  "closed won": "won",
  dead: "dead",
  lost: "dead",
  closedlost: "dead",
  "closed lost": "dead",
  "closed lost to competition": "dead",
  customer: "won",
  gewonnen: "won",
  verloren: "dead",
  "abgeschlossen und gewonnen": "won",
  "abgeschlossen und verloren": "dead"
}

const folded = (name: string) => name.trim().toLowerCase()

/** The stage that a row names, "unknown" if the board has none so called; undefined if it names none. */
export const stageOf = (
  stages: ReadonlyArray<BoardStage>,
  { stage, status }: Sent
): BoardStage | "unknown" | undefined => {
  const end = status === undefined || status === "open" ? undefined : ends[status]
  const last = (region: string) => stages.find((one) => one.region === region)
  if (end !== undefined) return last(end)
  if (stage === undefined) return undefined
  const named = (name: string) =>
    stages.find((one) => folded(one.name) === name) ??
    (ends[name] === undefined ? undefined : last(ends[name]))
  // HubSpot writes the pipeline behind the stage: `Closed Won (Sales Pipeline)`.
  return named(folded(stage)) ?? named(folded(stage.replace(/\s*\([^()]*\)$/u, ""))) ?? "unknown"
}

/** The deal with the time at which it was won or lost, if it is. */
export const closed = (deal: Deal, at: string | undefined): Deal => {
  if (at === undefined) return deal
  if (deal.stage.region === "won") return { ...deal, wonAt: at }
  return deal.stage.region === "dead" ? { ...deal, deadAt: at } : deal
}

/** The deal as old as it is elsewhere. */
export const aged = (deal: Deal, createdAt: string | undefined): Deal =>
  createdAt === undefined ? deal : { ...deal, createdAt }

export const hasSameDates = (before: Deal, after: Deal): boolean =>
  before.wonAt === after.wonAt && before.deadAt === after.deadAt
